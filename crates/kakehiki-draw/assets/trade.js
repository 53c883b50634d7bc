// Drafts of trades, discards and statements.
