# Words of the pages around the tables.

# Frame
brand = Kakehiki
brand-in-japanese = 駆け引き
page-title = { $page } · Kakehiki
nav-label = Pages
nav-play = Play
nav-watch = Watch
nav-replays = Replays
nav-agents = Agents
nav-help = Help
nav-settings = Settings
nav-study = Study
nav-menu = Menu
skip-to-content = Skip to the content
theme-switch = Light or dark
other-language = 日本語
copy = Copy
copied = Copied
went-wrong = That did not work: { $problem }
needs-script = This page needs JavaScript: the table is drawn as the game goes on.

# Games
game-geister = Geister
game-negogeister = NEGOGeister
game-catan = Catan
game-monopoly = Monopoly
game-werewolf = Werewolf
game-line-geister = Eight ghosts each. Only you know which are good.
game-line-negogeister = Geister with a bargain before every move: I see one of yours, you see one of mine.
game-line-catan = Settle an island. What you lack, somebody else has.
game-line-monopoly = Buy, auction and trade until one purse is left.
game-line-werewolf = A village talks. Some of them are lying.
game-facts = { $ais ->
    [one] 1 AI
   *[other] { $ais } AIs
  } · { $minutes } min

# Home
home-title = Home
home-heading = Take a seat.
home-lead = Games of bargaining and bluff, against opponents who mean some of what they say.
home-watch = Watch live games
home-new = New game
home-live = { $n } live
play-now = Play now
watch-now = Watch a game
play-with-bargain = Play NEGOGeister
set-up = Set up
watch = Watch
continue = Continue
home-continue = Continue
home-continue-none = Games that you begin on this device stand here until they are over.
home-continue-row = { $game } against { $others }
home-continue-alone = { $game }
home-yours = your turn
home-theirs = others are thinking
home-forget = Remove from the list
results-heading = Recent results
results-none = No game has ended yet.
results-game = Game
results-result = Result
results-length = Length
results-steps = { $n } steps
results-replay = Replay
result-won = { $who } won
result-several-won = { $who } won together
result-drawn = Nobody won
result-void = Given up
and = { " and " }
listed = { ", " }

# New game
new-title = New game
new-heading = Set up a game
new-lead = Choose the game, who sits where, and the rules. What you leave alone stays as it is usually played.
new-game = Game
new-seats = Seats
new-seat = Seat { $letter }
new-seat-kind = Who sits in seat { $letter }
new-person = Person
new-agent = AI
new-program = Program
new-name = Name
new-name-default = Player { $letter }
new-opponent = Opponent
new-opponent-custom = as written
new-opponent-full = Full name with parameters
new-opponent-help = Agents and their parameters stand on the page of agents.
new-opponent-link = All agents of this game
new-rules = Rules
new-rules-all = All { $n } rules
new-rules-default = usually { $value }
new-table = Table
new-seed = Seed
new-seed-help = The same number deals the same luck. Empty: any luck.
new-pace = Pace of AIs
new-pace-instant = at once
new-pace-natural = natural
new-pace-step = step by step
new-practice = Practice game
new-practice-help = Everybody may open analysis, and hints can be asked for. The log says so.
new-hot-seat = One device for all people
new-hot-seat-help = Between turns a blank screen asks you to pass the device on.
new-begin = Begin
new-invite = Invite
new-invite-lead = Each link is one seat. Whoever opens it sits there.
new-invite-person = Link of { $name }
new-invite-program = Token of { $name }, for the programming interface
new-invite-open = Sit down
new-not-yet = People cannot play { $game } in the browser yet; games of AIs can be watched.
option-on = on
option-off = off

# Opponents by strength and style
style-random = Dice: anything that is allowed
style-geister-charge = Runner: the nearest good ghost to the exit
style-geister-flat = Thinker: plays many games in its head
style-geister-upp = Reader: guesses colours from how you move
style-geister-isuct = Master: searches what it cannot see
style-negogeister-plain = Runner who refuses every exchange
style-negogeister-strategy = Trader: asks for your most valuable ghost
style-negogeister-bargain = Weigher: plays each exchange out for both sides
style-catan-weighted = Builder: builds what it can, trades little
style-catan-greedy = Planner: the best position after each step
style-catan-rule = Trader: weighs what hands can pay for
style-catan-base = Straight: aims at one place and says what it lacks
style-catan-presenting = Bluffer: misleads you before it trades
style-catan-uct = Master: searches, and bargains by playing out trades
style-monopoly-moyer = Plain: buys what it lands on
style-monopoly-trader = Trader: sets, reserves and denials
style-werewolf-sample = Sample: the plain villager of the contests
style-werewolf-finalist = Finalist: weighs all roles

# Table
table-title = { $game }, table
table-practice = Practice
table-analysis = Analysis
table-replay = Replay
table-pace = Pace
table-next = Next step
table-cut = Decide now
table-keys = Keys
table-spectator = You are watching
conn-open = connected
conn-connecting = connecting …
conn-lost = connection lost, trying again …
table-missing-title = No such table
table-missing = There is no game here. It may have been played on another machine, or the link is cut off.
pass-heading = Pass the device to { $name }
pass-lead = Nobody else should look now.
pass-ready = I am { $name }

# Why an act was not taken
refused-stale = The table has changed since. Look again and choose again.
refused-illegal = The rules do not allow that here.
refused-not-asked = It is not your turn.
refused-too-many = Too much at once. Wait a moment.
refused-no-authority = This page does not hold the token of this seat.
refused-hidden = That can be looked at when the game is over.
refused-held = Answer the questions first.
refused-closed = The table is closed for a moment. Try again.

# Watch
watch-title = Watch
watch-heading = Running games
watch-lead = Up to twelve tables at once. Where only AIs sit, everything is shown; where people sit, what everybody may see.
watch-none = No game of AIs is running. Begin one:
watch-begin = Begin a game
watch-speed = Speed
watch-open = Open the table
watch-step = step { $n }
watch-all = All
watch-people = People at the table

# Replay
replay-title = Replay
replay-heading = Replays
replay-lead = Every log of this program can be opened: from a table, from the arena, from a study.
replay-open = Open a log
replay-open-help = A file of JSON Lines, at most 64 MB. It is read on this machine.
replay-show = Show
replay-list = Games played here
replay-none = No game has been played here yet.
replay-bar = Position in the game
replay-at = { $at } of { $of }
replay-first = First
replay-back = Back
replay-play = Play
replay-pause = Pause
replay-forward = Forward
replay-last = Last
replay-turn-back = One turn back
replay-turn-forward = One turn forward
replay-speed = Speed
replay-next-deal = Next deal
replay-next-lie = Next lie
replay-next-swing = Next turning point
replay-see-as = Seen by
replay-see-all = everybody’s cards
replay-see-spectator = spectators
replay-link = Link to here
replay-picture = Picture
replay-log = Log
replay-branch = Play from here
replay-branch-help = A practice game that begins at this point.
replay-closed = This game is still going on, and people sit at the table. It can be replayed when it is over.
replay-bad = This is not the log of a game: { $problem }

# Help
help-title = Help
help-heading = Help
help-rules = The games
help-more = The full rules with every option stand on the page of a new game.
help-geister-1 = Each side has four good and four bad ghosts, and only its owner sees which is which.
help-geister-2 = A ghost moves one square, forwards, backwards or sideways, and captures by moving onto another.
help-geister-3 = You win by leading a good ghost out by an exit at the far side, by capturing all good ghosts of the other side, or by having all your bad ghosts captured.
help-negogeister-1 = Before every move the mover asks to see one ghost of the other side. The other side names one ghost of yours that it wants to see for it, or refuses.
help-negogeister-2 = If you agree, both are shown to the two of you, and nothing else changes. A price can be too high.
help-catan-1 = Every throw of the dice gives resources to those who live beside the tiles of that number. A seven gives nothing, and moves the robber.
help-catan-2 = Roads, settlements, cities and development cards are paid in resources. Ten points win.
help-catan-3 = On your turn you trade with the others, at any rate you agree on, or with the bank. Offers can be answered by counter-offers.
help-catan-4 = Where statements are allowed, anybody may say something about the own cards. It need not be true.
help-monopoly-1 = Streets that nobody owns can be bought or go to auction; who lands on the street of another pays rent. Whole groups can be built on.
help-monopoly-2 = Deeds and money change hands in trades. Who cannot pay is out; the last one wins.
help-werewolf-1 = A few werewolves sit among the villagers. By day everybody talks and votes somebody out; by night the wolves take one.
help-werewolf-2 = The seer learns by night what one player is. Anybody may claim to be the seer.
help-werewolf-3 = The village wins when no werewolf is left, the wolves when they are as many as the others.
help-keys = Keys
help-keys-lead = Everything can be played without a mouse. Keys of one letter rest while you type, and can be switched off in the settings.
help-key = Key
help-does = What it does
key-tab = from region to region
key-arrows = within a board, to the nearest place in that direction
key-enter = act on what has the focus
key-escape = cancel
key-question = this help
key-t = draft a trade
key-a = accept the offer that has the focus
key-r = refuse it
key-c = answer it by another
key-l = log
key-b = analysis
key-h = hide what is private
key-brackets = one step back or forward in a replay
key-ends = beginning or end of a replay
help-access = For everybody
help-access-1 = Every board has a text view that says the same; it stands below the board.
help-access-2 = Colour is never the only sign: seats have a shape and a letter, ghosts a shape, verdicts a word.
help-access-3 = Nothing has a time limit unless you chose a clock. Motion follows the setting of your system.
help-access-4 = Screen readers are told your turn, offers to you and results, and not every step of an AI.
help-names = The games’ names belong to their publishers. This project is not affiliated with any of them; rules are described in our own words, and all pictures are our own.

# Settings
settings-title = Settings
settings-heading = Settings
settings-lead = Kept in this browser.
settings-language = Language
settings-english = English
settings-japanese = 日本語
settings-theme = Light
settings-theme-system = as the system has it
settings-theme-light = day
settings-theme-dark = lamp
settings-motion = Motion
settings-motion-system = as the system has it
settings-motion-less = none
settings-size = Size of letters
settings-size-normal = normal
settings-size-large = large
settings-palette = Seat colours
settings-palette-usual = usual
settings-palette-strong = strong contrast
settings-sound = Sound
settings-keys = Keys of one letter
settings-save = Save
settings-saved = Saved.

# Agents
agents-title = Agents of { $game }
agents-heading = Agents
agents-lead = Who plays { $game }, and how. A name with its parameters can be written into a seat of a new game.
agents-moves = Players
agents-moves-lead = Each agent has exactly one of these.
agents-trades = Traders
agents-trades-lead = Joined to a player by +: what it offers, accepts and refuses.
agents-talks = Speakers
agents-talks-lead = Joined by +: what it says, true or not.
agents-listens = Listeners
agents-listens-lead = Joined by +: what it makes of the words of others.
agents-parameter = Parameter
agents-default = Default
agents-values = Values
agents-meaning = Meaning
agents-none = no parameters
agents-strength = How strong they are is measured in the arena: { $command }
values-integer = { $low } to { $high }
values-from = from { $low }
values-switch = on, off
values-text = text

# Not there
missing-title = Nothing here
missing-lead = There is no such page.
missing-home = To the games
