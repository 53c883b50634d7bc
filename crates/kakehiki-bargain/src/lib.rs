//! Deals, estimators, criteria, attitudes, protocols and claims for any game.
