"""What the laws of BALL take from the book: its figures, and the sentence of each rule, word by word."""
# ruff: noqa: E501

from collections.abc import Mapping

TEAMS = ("ATK", "DEF")
COLUMNS, ROWS = 13, 17
ZONE_ROW = {"ATK": 1, "DEF": 17}
"""The row of each team's end zone."""

PLACES = {
    "ATK1": "E8",
    "ATK2": "G8",
    "ATK3": "I8",
    "ATK4": "D7",
    "ATK5": "F7",
    "ATK6": "H7",
    "ATK7": "J7",
    "DEF1": "I10",
    "DEF2": "G10",
    "DEF3": "E10",
    "DEF4": "J11",
    "DEF5": "H11",
    "DEF6": "F11",
    "DEF7": "D11",
}
TYPES = dict(zip(PLACES, "XOXO##OXOXO##O", strict=True))
FIRST_HOLDER, FIRST_TEAM, FIRST_EP = "ATK5", "DEF", 0

TURN_AP = 2
LEAST_CONVERTED, EP_FOR_AP = 1, 1
LONG = 2
"""Squares of the longer movement: that of a dodge and of a tactical dodge."""
SHORT_PASS_RANGE = 4
LONG_PASS_DISTANCE = 2

STRIDES = {
    "X": {(1, 1), (2, 2)},
    "O": {(1, 1), (0, 2), (2, 0)},
    "#": {(1, 1), (2, 2), (0, 2), (2, 0)},
}
"""The movements of each type, as columns and rows."""

PRICES = {
    "move.one": (1, 0),
    "move.two": (2, 0),
    "dodge": (1, 1),
    "tactical_dodge": (0, 2),
    "block": (1, 1),
    "protect": (1, 0),
    "short_pass": (1, 1),
    "long_pass": (2, 2),
    "hand_off": (0, 0),
}
"""What each action costs in AP and earns in EP."""

QUOTES: Mapping[str, str] = {
    "game.deterministic": "BALL knows no chance: nothing is rolled and nothing is drawn. The same actions in the same position always lead to the same result.",
    "board.size": "The board has [13 columns](fact:board.columns), [A](fact:board.first_column) to [M](fact:board.last_column), and [17 rows](fact:board.rows). ATK attacks upwards, DEF downwards.",
    "board.playable": "Play takes place on the hatched squares alone, [110 squares](fact:board.squares) of them. B1 is hatched and A1 is not; on a plain square nobody ever stands and nothing ever lies.",
    "board.end_zones": "ATK’s end zone is [row 1](fact:end_zone.ATK), DEF’s is [row 17](fact:end_zone.DEF).",
    "board.distance": "Distance is counted as a chess king walks: take the difference in columns and the difference in rows; the larger counts. Squares at a distance of [one square](fact:board.adjacent) are adjacent, and for hatched squares that always means diagonally.",
    "setup.places": "[14 players](fact:players.all) take the field. ATK1 to ATK7 stand on E8, G8, I8, D7, F7, H7 and J7, in this order; DEF1 to DEF7 on I10, G10, E10, J11, H11, F11 and D11.",
    "setup.types": "There are [three types](fact:types) of player. ATK1 and ATK3 are X; ATK2, ATK4 and ATK7 are O; ATK5 and ATK6 are #. The shirts of DEF have the same types.",
    "setup.ball": "At the start [ATK5](fact:setup.holder) holds the ball.",
    "setup.first": "The coach who begins plays [DEF](fact:setup.first).",
    "setup.ep": "Both coaches set out with [0 EP](fact:setup.ep).",
    "goal.touchdown": "You score a touchdown when a player of yours ends its own action inside the other team’s end zone and has the ball. We rule that nobody but the acting player can score: passing to a team-mate who is waiting there is not enough.",
    "goal.win": "With a touchdown the game is over, and the coach who scored it has won. Any action that moves its player can score, even a block or a protection, and it still earns its EP. The game cannot end in any other way: there are no draws, and nobody counts the turns.",
    "turn.phases": "A turn has [two phases](fact:turn.phases): first the action phase, which you end yourself, then the release phase. In your turn only your own players act. All actions and the conversion of AP belong to the action phase; standing up and releasing belong to the release phase.",
    "turn.ap": "For the action phase you have [2 AP](fact:turn.ap). Spend them on as many actions as you can pay for, by any of your able players, or leave them unspent.",
    "turn.convert": "In the action phase you may convert unused AP, all of them or some, at [1 EP](fact:convert.ep) for each [1 AP](fact:convert.ap).",
    "turn.lapse": "AP that you neither spend nor convert lapse with the action phase. Nothing is carried over to another turn.",
    "turn.unable": "A player that is down cannot act. In a block or a protection neither of the players can, be it above or below.",
    "turn.closed": "The square of a stack is closed: no player ends on it, and no player passes over it.",
    "turn.took": "A player that has come into possession by an action makes no further action in that turn, even when it has lost the ball again. We rule that this holds however it came by the ball, for a receiver too, and that nobody comes into possession of a ball that it holds already. There is a single exception: what a hand-off has brought, its receiver may [hand off again](rule:hand_off.chain).",
    "turn.whole": "An action is allowed only when you can carry it out completely, from its first square to its last, and can pay its cost.",
    "move.x": "The X moves [one square](fact:move.one.distance) or [two squares](fact:move.two.distance) diagonally.",
    "move.o": "The O moves [one square](fact:move.one.distance) diagonally, or [two squares](fact:move.two.distance) along a row or column.",
    "move.sharp": "The # moves [one square](fact:move.one.distance) or [two squares](fact:move.two.distance) diagonally, or [two squares](fact:move.two.distance) along a row or column.",
    "move.orientation": "A player is either upright or turned on its side, which means knocked down. It has no front: while upright, it is as mobile backwards and sideways as forwards.",
    "move.straight": "A movement of [two squares](fact:move.two.distance) goes in a straight line.",
    "move.path": "On a diagonal movement of [two squares](fact:move.two.distance) the middle square must be free; nobody passes over a player except in a [tactical dodge](rule:tactical_dodge.path). On a row or column there is only a plain square in between, which is never in the way.",
    "move.end": "The square on which a move ends must be free. If the ball lies on its middle square, the player jumps over it and does not take it.",
    "move.one.cost": "A move of [one square](fact:move.one.distance) costs [1 AP](fact:move.one.ap) and earns [0 EP](fact:move.one.ep).",
    "move.two.cost": "A move of [two squares](fact:move.two.distance) is a single action, costs [2 AP](fact:move.two.ap) and earns [0 EP](fact:move.two.ep).",
    "move.not_twice": "Moves of [one square](fact:move.one.distance) remain separate actions. However they follow each other, they never count as a movement of [two squares](fact:move.two.distance), and so they never make a dodge.",
    "dodge.target": "To dodge, a player makes a movement of [two squares](fact:dodge.distance) that suits its type and ends on a square with exactly [one opponent](fact:dodge.opponents) and no stack. We rule that this opponent may be down already.",
    "dodge.knocks_down": "The dodge knocks the opponent down.",
    "dodge.exit": "Without a pause, and still in the same action, the dodger takes a step of [one square](fact:dodge.exit.distance) diagonally, out to a free square. We rule that the square which it has just crossed may be this exit, and that a ball lying on the exit is taken.",
    "dodge.no_exit": "Without a square to exit to, the dodge is not allowed.",
    "dodge.ball": "A dodge on the holder is a forced fumble: the ball is the dodger’s at once and leaves with it by the exit.",
    "dodge.cost": "Dodging costs [1 AP](fact:dodge.ap) and earns [1 EP](fact:dodge.ep). We rule that this is its whole price: the movement in it costs nothing more.",
    "tactical_dodge.path": "A tactical dodge is a diagonal movement of [two squares](fact:tactical_dodge.distance) in a straight line, over a square with exactly [one opponent](fact:tactical_dodge.opponents) and no stack, that ends on a free square. X and # can make it. O cannot: in the middle of its longer movement lies a plain square, where nobody ever stands.",
    "tactical_dodge.push": "You then push this opponent [one square](fact:tactical_dodge.push.distance) diagonally, to whichever empty square you like. The square that your player came from counts as left, so there is always somewhere to push to. The square where your player lands is taken, and if your player holds the ball, the ball has gone along before the push.",
    "tactical_dodge.knocks_down": "After the push that opponent is knocked down, if it was still upright.",
    "tactical_dodge.fumble": "A holder that is pushed fumbles. From where it lay, the ball flies [one square](fact:fumble.distance) diagonally, against the direction of the push, and is then loose. We rule that it stays lying, loose all the same, if it would leave the board or come to a square that is not free; and that the acting player takes it in the end if it stays on the square where that player has landed.",
    "tactical_dodge.cost": "A tactical dodge costs [0 AP](fact:tactical_dodge.ap) and earns [2 EP](fact:tactical_dodge.ep). We rule that this is its whole price: the movement in it costs nothing more.",
    "tactical_dodge.no_limit": "The game’s text sets no limit to tactical dodges, although they are free and earn EP: a pair of players can jump over the same opponent without end. We invent no limit.",
    "block.move": "A block is a movement of [one square](fact:block.distance) onto a square with a lone opponent. We rule that the opponent may be down.",
    "protect.move": "A protection is a movement of [one square](fact:protect.distance) onto a square with a lone team-mate. We rule that the team-mate may be down.",
    "stack.bound": "The [two players](fact:stack.players) form a stack. Neither the upper nor the lower can act until it is [released](rule:release.stack).",
    "block.stands": "A block knocks nobody down.",
    "stack.ball": "Whoever comes to lie on top of the holder takes possession at once. Whoever brings the ball along keeps it, on the square of the stack. So the ball is never with the player below.",
    "block.cost": "Blocking costs [1 AP](fact:block.ap) and earns [1 EP](fact:block.ep).",
    "protect.cost": "Protecting costs [1 AP](fact:protect.ap) and earns [0 EP](fact:protect.ep).",
    "pass.holder": "Only the holder can hand off or pass, and only while it is able.",
    "pass.receiver": "The receiver of a hand-off or a short pass is an able team-mate.",
    "hand_off.adjacent": "In a hand-off the holder gives the ball to a receiver right beside it, at a distance of [one square](fact:hand_off.distance). No player moves, only the ball does: it now lies where the receiver stands.",
    "hand_off.chain": "Hand-offs may follow each other in the same turn, from holder to holder, each legal by itself. We rule that there is no limit, and that the ball may go back and forth.",
    "hand_off.cost": "Handing off costs [0 AP](fact:hand_off.ap) and earns [0 EP](fact:hand_off.ep).",
    "short_pass.range": "The receiver of a short pass stands [4 squares](fact:short_pass.range) away from the passer at most.",
    "short_pass.ball": "You put the ball on an empty square at a distance of [one square](fact:short_pass.ball.distance) from the receiver. It lies there, and yet the receiver holds it. We rule that from its next movement on the receiver carries the ball as usual.",
    "short_pass.cost": "A short pass costs [1 AP](fact:short_pass.ap) and earns [1 EP](fact:short_pass.ep).",
    "long_pass.place": "With a long pass you put the ball on an empty square, as far away as you like, but at least [2 squares](fact:long_pass.distance) from every team-mate of the passer. There it is loose. We rule that the passer itself does not count as a team-mate.",
    "long_pass.cost": "A long pass costs [2 AP](fact:long_pass.ap) and earns [2 EP](fact:long_pass.ep).",
    "possession.end": "When a player ends its own action where the ball lies, it takes possession, no matter who had the ball before. We rule that a square on which an acting player ends need only be free, so the ball may lie there; a square on which a player is put by a push, a stand-up or a release, or on which the ball is put, must be empty.",
    "possession.place": "However possession is gained, the ball comes to its new holder’s square at once. Only a short pass leaves it lying beside its holder.",
    "possession.cost": "Taking the ball costs [0 AP](fact:possession.ap) and earns [0 EP](fact:possession.ep), for it is no action.",
    "release.duty": "Before you pass the turn on, resolve what the rules let you resolve: your knocked-down players stand up, and stacks with a player of yours on top are released. You choose the order and go on until nothing is left to resolve. We rule that this includes a player of yours that has just come out from under a stack knocked down: it too must stand up, if it can.",
    "release.stand_up": "To stand up, a knocked-down player that is in no stack moves [one square](fact:stand_up.distance) diagonally to an empty square, with the ball if it has it. Without such a square it stays down.",
    "release.stack": "The coach whose player is on top releases the stack: both players move [one square](fact:release.distance) diagonally, each to an empty square of its own. If this cannot be done for both, the stack stays. Releasing a block is an unblock, releasing a protection an unprotect.",
    "release.keeps_state": "The lower player comes out as it went in, upright or knocked down.",
    "release.ball": "If the ball was with the upper player, the releasing coach decides who of the pair keeps it; the choice may fall on an opponent or on a player that is down. The ball goes to the keeper’s new square, and [the wait of a new holder](rule:turn.took) does not apply.",
    "release.next_turn": "No stack is released in the turn in which it was made. It has to wait for the next turn of the coach whose player is on top.",
    "release.no_score": "Standing up and releasing do not count as actions: no touchdown comes of them, and no ball is picked up.",
    "ep.adds": "Energy points, EP, open special actions beside the normal ones, which all stay as they are. You get EP as soon as the action that pays them is done, and may use them in the very same turn. Special actions happen only in your own turn and in its action phase. A player that has [come into possession](rule:turn.took) makes none of them either, unless a card allows it. We rule that, since no cards are published, this book counts EP and offers no special action.",
}
