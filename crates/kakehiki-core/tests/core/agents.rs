//! Agents for the tests: random ones, and ones that do what a test tells them.
