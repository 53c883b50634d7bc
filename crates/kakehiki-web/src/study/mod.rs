//! The study of `nakazawa2018` with people.
