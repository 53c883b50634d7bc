prompt-over = The game is over
prompt-yours = Your turn
prompt-wait = Waiting for the others
