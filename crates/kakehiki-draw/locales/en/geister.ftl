geister-board = Board of Geister, six by six squares
geister-good = good
geister-bad = bad
geister-unknown = unknown
geister-own = Your ghost { $ghost } on { $square }, { $colour ->
    [good] good
    [bad] bad
   *[unknown] colour not chosen yet
}, { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
} from an exit
geister-theirs = Their ghost { $ghost } on { $square }, { $colour ->
    [good] good
    [bad] bad
   *[unknown] colour unknown
}, { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
} from an exit
geister-of = { $who }’s ghost { $ghost } on { $square }, { $colour ->
    [good] good
    [bad] bad
   *[unknown] colour unknown
}, { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
} from an exit
geister-toggle = Ghost on { $square } is bad
geister-ask = Ask to see: { $ghost }
geister-name = Want to see in exchange: { $ghost }
geister-step = Move ghost { $ghost } to { $square }
geister-take = Ghost { $ghost } takes on { $square }
geister-leave = Leave the board from { $square } and win
geister-captured = Captured
geister-you-took = You took
geister-took = { $who } took
geister-took-label = { $who } took { $good } good and { $bad } bad ghosts
geister-ways = Ways to win
geister-good-to-take = Good ghosts still to take
geister-bad-to-take = Bad ghosts that would lose
geister-my-exit = My nearest exit ({ $square })
geister-their-exit = Their nearest exit ({ $square })
geister-moves = { $n ->
    [one] { $n } move
   *[other] { $n } moves
}
geister-waiting = { $who } is choosing
geister-ask-set-up = Choose four ghosts to be bad
geister-ask-request = Which ghost do you want to see?
geister-ask-speak = You may say something
geister-ask-move = Move a ghost
geister-ask-name = They want to see { $ghost }. Which of theirs do you want to see for it?
geister-ask-agree = You would see { $seen }; they would see { $shown }
geister-agree = Agree
geister-break-off = Break off
geister-refuse = Refuse
geister-pass = Do without
geister-quiet = Say nothing
geister-make-bad = Make { $ghosts } bad
geister-set-up-count = # of 4 bad ghosts chosen
geister-preset-back = back row
geister-preset-front = front row
geister-preset-left = left side
geister-preset-mixed = mixed
geister-preset-random = random
geister-begin = Begin
geister-out = out
geister-moves-title = Moves
geister-no-moves = None yet
geister-log-set-up = You made { $ghosts } bad
geister-log-begun = Both have chosen
geister-log-exchanged = You saw { $seen }: { $colour ->
    [bad] bad
   *[good] good
}; they saw { $shown }
geister-log-agreed = saw { $asked } and showed { $named }
geister-log-ask = asks to see { $ghost }
geister-log-for = wants to see { $ghost } for it
geister-log-pass = does without a request
geister-log-refuse = refuses
geister-log-agree = agrees
geister-log-break-off = breaks off
geister-log-quiet = says nothing
geister-square = Square
geister-ghost = Ghost
geister-text-captured = { $who }’s ghost { $ghost }, { $colour ->
    [good] good
    [bad] bad
   *[unknown] colour unknown
}, was taken
geister-text-escaped = { $who }’s ghost { $ghost }, { $colour ->
    [good] good
    [bad] bad
   *[unknown] colour unknown
}, has left the board
geister-ghost-at = ghost { $ghost } on { $square }
geister-ghost-gone = ghost { $ghost }
geister-say-stay = My { $ghost } stays where it is.
geister-say-take = I will take your { $ghost }.
geister-say-agree = I will agree to the exchange.
geister-say-own = My { $ghost } is { $colour ->
    [bad] bad
   *[good] good
}.
geister-say-yours = Your { $ghost } is { $colour ->
    [bad] bad
   *[good] good
}.
geister-exchange = Exchange
geister-exchange-asks = wants to see { $ghost }.
geister-exchange-price = wants to see { $ghost } in exchange.
geister-exchange-open = The price is not named yet.
geister-exchange-answer = { $who } answers
geister-legend-fill = fill and number: chance of bad, %
geister-legend-good = good in truth
geister-legend-bad = bad in truth
geister-beliefs = What { $who } thinks
geister-chance-of-bad = chance of bad
geister-truth = Truth
geister-upp = UPP
geister-upp-help = UPP: by how many points the win rate over random playouts changes with the colour of this ghost.
geister-mirror = How they look to { $who }
