monopoly-board = Board of Monopoly
monopoly-deeds = Deeds
monopoly-owner = Owner
monopoly-houses = Houses
monopoly-hotel = hotel
monopoly-auction = Auction: { $square }, { $bid } bid
monopoly-offer = { $who } offers { $partner } a trade
monopoly-stage-pause = { $who } may act between turns
monopoly-stage-manage = { $who } manages and rolls
monopoly-stage-dice = { $who } rolls
monopoly-stage-draw = { $who } draws a card
monopoly-stage-utility-dice = { $who } rolls for a utility
monopoly-stage-buy = { $who } may buy
monopoly-stage-debt = { $who } has to pay
monopoly-stage-auction = Auction: { $who } bids
monopoly-stage-answer = { $who } answers an offer
monopoly-stage-inherit = { $who } takes over deeds
monopoly-stage-place = { $who } places a building
monopoly-stage-won = { $who } has won
monopoly-stage-undecided = Nobody has won
monopoly-dice = Dice: { $dice }
monopoly-card = Card { $card }
monopoly-act-buy = buys { $what }
monopoly-act-decline = does not buy{ $what }
monopoly-act-build = builds on { $what }
monopoly-act-sell = sells a building on { $what }
monopoly-act-sell-down = sells buildings: { $what }
monopoly-act-mortgage = mortgages { $what }
monopoly-act-lift = lifts the mortgage of { $what }
monopoly-act-bid = bids { $what }
monopoly-act-leave = leaves the auction{ $what }
monopoly-act-propose = proposes { $what }
monopoly-act-accept = accepts{ $what }
monopoly-act-refuse = refuses{ $what }
monopoly-act-counter = proposes instead { $what }
monopoly-act-bankrupt = is bankrupt{ $what }
monopoly-act-pay-bail = pays to leave jail{ $what }
monopoly-act-use-card = uses a jail card{ $what }
monopoly-cash = { $n } in cash
monopoly-jail-card = a jail card
monopoly-deal = { $from } gives { $gives }, { $to } gives { $gets }
monopoly-say-last-offer = This is my last offer.
monopoly-say-not-sell = I will not give { $what } to { $who }.
monopoly-say-winning = { $who } is winning.
monopoly-act-roll = rolls{ $what }
monopoly-act-end = ends the turn{ $what }
monopoly-act-pass = does nothing{ $what }
monopoly-act-keep = keeps the mortgage{ $what }
werewolf-board = The village
werewolf-day = Day { $n }
werewolf-phase = { $phase ->
    [deal] Roles are dealt
    [talk] The village talks
    [vote] The village votes
    [tie] The vote is tied
    [night] Night falls
    [divine] The seer looks
    [whisper] The wolves whisper
    [guard] The bodyguard watches
    [attack] The wolves choose
    [attack-tie] The wolves are divided
   *[over] The game is over
}
werewolf-role = { $role ->
    [bodyguard] bodyguard
    [freemason] freemason
    [medium] medium
    [possessed] possessed
    [seer] seer
    [villager] villager
    [werewolf] werewolf
   *[fox] fox
}
werewolf-dead = dead
werewolf-nobody = nobody
werewolf-executed = Executed: { $who }
werewolf-dawn = Day { $n }. Found dead: { $who }
werewolf-ballot = Votes: { $votes }
werewolf-passes = does nothing
werewolf-votes = votes for { $who }
werewolf-divines = divines { $who }
werewolf-guards = guards { $who }
werewolf-attacks = wants to attack { $who }
werewolf-requests = wants to be { $role ->
    [bodyguard] bodyguard
    [freemason] freemason
    [medium] medium
    [possessed] possessed
    [seer] seer
    [villager] villager
    [werewolf] werewolf
   *[any] anybody
}
werewolf-dealt = Your role: { $role }.
werewolf-wolves = The werewolves: { $who }.
werewolf-species = You learn: { $who } is { $species ->
    [werewolf] a werewolf
   *[human] human
}
