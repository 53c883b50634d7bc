//! The five papers.

use crate::{STUDIES, Study};

/// A paper whose experiments are studies here.
pub struct Paper {
    /// What its studies' ids begin with.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub subject: &'static str,
    /// What it asked.
    pub asked: &'static str,
    /// What it found.
    pub found: &'static str,
}

/// The papers, in the order of their years.
pub static PAPERS: [Paper; 5] = [
    Paper {
        id: "ito2014",
        name: "Ito (2014)",
        subject: "Catan, trading",
        asked: "By which criterion should a player of Catan choose the trade that it offers, and \
                how should it estimate what a trade is worth?",
        found: "Points by simple rules estimate profit better than playouts, and the best criterion \
                depends on whether the others accept too easily or too hard: whoever has its offers \
                accepted and accepts little wins more.",
    },
    Paper {
        id: "mishio2015",
        name: "Mishio and Fujita (2015)",
        subject: "Geister, hidden ghosts",
        asked: "Which hidden ghost is most worth seeing, and does it help to give likelier \
                colourings of the ghosts more playouts?",
        found: "The largest change of the playouts' result names the ghost that a person would ask \
                for in two of five positions, and unequal shares of playouts win 55 % against \
                equal ones.",
    },
    Paper {
        id: "nakazawa2018",
        name: "Nakazawa (2018)",
        subject: "Catan, false information",
        asked: "Does a player of Catan negotiate and win more if it makes false statements about its \
                cards before it negotiates?",
        found: "Against six people it negotiated more often, about as large a share succeeded, and \
                people changed their minds about its cards more often and guessed them right more \
                often.",
    },
    Paper {
        id: "hagiwara2019",
        name: "Hagiwara, Ito and Moustafa (2019)",
        subject: "Werewolf, learning",
        asked: "Can a werewolf learn by itself whom to attack, to vote for and to accuse?",
        found: "Learning raises its wins against sample agents by nine points in a village of 11 and \
                by twelve in one of 15; training against samples first helps against finalists, and \
                learned talk hardly matters.",
    },
    Paper {
        id: "miyasako2020",
        name: "Miyasako and Hashimoto (2020)",
        subject: "Monopoly, answers to trades",
        asked: "Do playouts answer trades in Monopoly as a person does?",
        found: "In 22 of 30 positions they do; where they differ, the program refuses a cheap colour \
                that the person takes.",
    },
];

impl Paper {
    /// Its studies that measure something; those that only make data are left out.
    pub fn studies(&self) -> impl Iterator<Item = &'static Study> {
        let own = STUDIES.into_iter().filter(|study| study.id.split('/').next() == Some(self.id));
        own.filter(|study| study.sizes.is_some())
    }
}
