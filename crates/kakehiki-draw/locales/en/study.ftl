# Words of the study with people.
study-title = Study
study-of = Study of negotiation
study-participant = participant { $n }
study-you = You
study-other = Other player
study-simulated = simulated
study-off-heading = No study is running
study-off-lead = A researcher begins one with: { $command }

consent-heading = Two games of Catan, and a few questions
consent-lead = You play two games for two players against two computer opponents. We want to learn how people negotiate.
consent-what = What you do
consent-what-1 = Two games of Catan on a board without harbours, each against another opponent. You trade as you like: any offer, any counter-offer, and four for one with the bank.
consent-what-2 = At the start of each of your turns you answer two short questions.
consent-what-3 = After both games there are four last questions. Everything together takes one to two hours; there is no time limit, and you may pause.
consent-opponent = The opponents speak now and then. What they say need not be true.
consent-data = What is kept
consent-data-1 = Every move, every offer, what was said, your answers, and the language. No name, no address, nothing about you or your device.
consent-data-2 = You are known by a number. The link on the next page is the only way back to your games: keep it if you want to go on later or on another device.
consent-free = Taking part is voluntary. You may stop at any time, without a reason; what was kept of an unfinished session is then not counted.
consent-agree = I have read this and want to take part
consent-begin = Begin
consent-researcher = For researchers

session-link = Your link
session-link-help = Open it on any device to go on where you stopped.
session-pause = Pause
session-paused-heading = Paused
session-paused-lead = Nothing goes on without you. Close the page if you like; your link brings you back.
session-resume = Go on
session-stop = Stop taking part
session-stop-sure = Really stop
session-stopped-heading = You have stopped taking part
session-stopped-lead = Your games are not counted. Thank you for your time.
session-unknown-heading = This link leads nowhere
session-unknown-lead = It may be cut off. Open the whole link that you were given.

intro-kicker = Game { $n } of 2
intro-heading-1 = The first game
intro-heading-2 = The second game
intro-lead-1 = You have the mark { $letter }. Ten points win. Take your time.
intro-lead-2 = Another opponent now, on a new board. You sit in the same seat as before.
intro-begin = Sit down

asked-kicker = Game { $game } of 2 · your turn { $turn }
asked-said = The other player said
asked-silent = The other player has said nothing lately.
asked-theirs = { $n ->
    [one] 1 card
   *[other] { $n } cards
  }
asked-yours = you: { $n ->
    [one] 1 card
   *[other] { $n } cards
  }
asked-question = Question { $n } of 2
asked-most-held = Which resource do you think the other player holds most of?
asked-wanted = Which resource do you want from the other player?
asked-hint = Say what you think now. There is no time limit.
asked-continue = Continue to the turn
resource-wood = Lumber
resource-brick = Brick
resource-sheep = Wool
resource-wheat = Grain
resource-ore = Ore

between-heading = The game is over
between-won = You won.
between-lost = The other player won.
between-drawn = Nobody won.
between-rest = Rest a little if you like, then play one more.
between-continue = Go on

form-kicker = After both games
form-length = 4 questions, about 2 minutes
form-heading = Thank you. Four last questions.
form-helped = Did what the other players said help you in negotiating?
form-yes = Yes
form-no = No
form-person = Which opponent felt more like a person?
form-easier = Which was easier to negotiate with?
form-first = The first
form-second = The second
form-strategy = What did you mainly build or buy?
form-settlements = Settlements
form-cities = Cities
form-cards = Cards
form-kept = Answers are kept with your games, without your name.
form-finish = Finish

done-heading = Thank you for taking part
done-lead = Everything is kept. You may close this page.
done-told = What we did not tell you before: one opponent played a plain game. The other said things about its cards before it traded, some of them false, to lead you astray. The study asks whether that works.

researcher-title = Researcher’s page
researcher-heading = Participants
researcher-lead = By number; no names are asked for.
researcher-token = This page needs the link that was printed when the server began.
researcher-none = Nobody has taken part yet.
researcher-invite = Link for participants
researcher-number = Number
researcher-order = Order of games
researcher-language = Language
researcher-progress = Progress
researcher-answers = Answers
researcher-export = Export
researcher-base = base
researcher-presenting = presenting
researcher-stage-consented = has agreed
researcher-stage-game = game { $n } of 2, turn { $turn }
researcher-stage-form = questionnaire
researcher-stage-done = complete
researcher-stage-stopped = stopped
researcher-folder = Complete participants are written to
researcher-command = The tables of the paper, from a shell
researcher-tables = The tables of the paper
researcher-tables-lead = Counted from the logs of complete participants, with 95 % intervals.
researcher-simulated-lead = These participants are simulated; nobody was asked. A folder holds people or simulated participants, never both.
researcher-row = Row
researcher-metric = Figure
researcher-measured = Measured
researcher-interval = 95 % interval
researcher-published = Published
researcher-problem = The tables cannot be counted: { $problem }
