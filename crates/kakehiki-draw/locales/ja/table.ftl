prompt-over = 終局しました
prompt-yours = あなたの番です
prompt-wait = 相手を待っています
