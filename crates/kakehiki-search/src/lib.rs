//! Playouts, flat Monte Carlo, UCT and information-set UCT for any game.
