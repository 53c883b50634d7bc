//! The socket of a page or program: what it is told, and what it asks.

use std::time::Duration;

use axum::{
    Router,
    body::Bytes,
    extract::{
        Path, Query, State, WebSocketUpgrade,
        ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code},
    },
    http::HeaderMap,
    response::{IntoResponse, Response},
    routing::get,
};
use kakehiki_core::{Event, Seat};
use kakehiki_draw::{Locale, Overlay, Predicted};
use kakehiki_games::Observer;
use serde::Deserialize;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until, timeout},
};

use crate::{
    Act, AppState, MatchHandle, MatchId, Message, Refusal, Token, Undo,
    channel::{Accepts, Form, Outgoing, Subscriber, Way},
    guard::MOST_BYTES,
    matches::Command,
    order::clean_text,
    rate::Deed,
    state::{bearer, stopped},
    thinker::forecast,
};

/// How many messages may wait for somebody who reads slowly.
const PATIENCE: usize = 64;

/// How long somebody may take to say hello, and to take a message.
const WAIT: Duration = Duration::from_secs(10);

/// How long somebody who is let go may take to read why.
const FAREWELL: Duration = Duration::from_secs(2);

/// How often somebody who says nothing is asked whether it is still there.
const BEAT: Duration = Duration::from_secs(30);

/// How many refusals somebody gets who sends only nonsense.
const NONSENSE: u32 = 100;

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/api/v1/matches/{id}/socket", get(connect))
}

#[derive(Debug, Deserialize)]
struct Wishes {
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    format: Option<String>,
}

async fn connect(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Ok(id) = id.parse::<MatchId>() else {
        return Refusal::no_match().into_response();
    };
    let handle = match state.open(&id) {
        Ok(handle) => handle,
        Err(refusal) => return refusal.into_response(),
    };
    let form = match (wishes.format.as_deref(), wishes.lang) {
        (Some("json"), _) => Form::Json,
        (_, lang) => Form::Page(lang.and_then(|lang| lang.parse().ok()).unwrap_or(Locale::En)),
    };
    let token = bearer(&headers);
    if let Some(token) = token
        && !headers.contains_key(axum::http::header::ORIGIN)
        && token != state.owner_token()
        && state.seat_of(&handle, token).is_none()
    {
        return Refusal::no_authority("the token is not one of this match").into_response();
    }
    let Ok(permit) = std::sync::Arc::clone(state.sockets()).try_acquire_owned() else {
        return Refusal::too_many("too many pages are open").into_response();
    };
    upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES).on_upgrade(
        move |socket| async move {
            let (sink, messages) = mpsc::channel(PATIENCE);
            let client = Client {
                number: state.subscriber(),
                state,
                handle,
                form,
                sink,
                token,
                seat: None,
                is_owner: false,
                has_said_hello: false,
                is_live: false,
                nonsense: 0,
            };
            client.run(socket, messages).await;
            drop(permit);
        },
    )
}

/// Somebody who is connected.
struct Client {
    number: u64,
    state: AppState,
    handle: MatchHandle,
    form: Form,
    sink: mpsc::Sender<Utf8Bytes>,
    token: Option<Token>,
    seat: Option<Seat>,
    is_owner: bool,
    has_said_hello: bool,
    /// Whether what happens is to be shown, and not an earlier moment.
    is_live: bool,
    nonsense: u32,
}

/// Why a socket is closed, for browsers and for people.
type Goodbye = (u16, &'static str);

/// What everybody is told when the server ends.
const END: Goodbye = (close_code::AWAY, "the server stops");

impl Client {
    async fn run(mut self, mut socket: WebSocket, mut messages: mpsc::Receiver<Utf8Bytes>) {
        let goodbye = self.converse(&mut socket, &mut messages).await;
        let _ = self.handle.send(Command::Leave(self.number)).await;
        if let Some((code, reason)) = goodbye {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            // Whoever hangs up on words it has not read yet makes the system drop what it said
            // last: so the rest is heard out, as long as that does not take too long.
            let farewell = async {
                if socket.send(Frame::Close(Some(frame))).await.is_ok() {
                    while let Some(Ok(_)) = socket.recv().await {}
                }
            };
            let _ = timeout(FAREWELL, farewell).await;
        }
    }

    /// Talks until somebody has enough; tells why if it was this side.
    async fn converse(
        &mut self,
        socket: &mut WebSocket,
        messages: &mut mpsc::Receiver<Utf8Bytes>,
    ) -> Option<Goodbye> {
        let mut stopping = self.state.stopping();
        let is_stopping = stopping.clone();
        let start = Instant::now();
        let mut beat = tokio::time::interval(BEAT);
        let mut last_heard = start;
        loop {
            let hello = async {
                if self.has_said_hello {
                    std::future::pending::<()>().await;
                } else {
                    sleep_until(start + WAIT).await;
                }
            };
            tokio::select! {
                () = stopped(&mut stopping) => return Some(END),
                () = hello => return Some((close_code::POLICY, "nobody said hello")),
                // The task of the match holds the other end; it lets go of those who are too slow.
                () = self.handle.commands.closed() => {
                    let put_away = (close_code::AGAIN, "the match was put away; come back");
                    // A server that stops puts all matches away, and may be seen to do that first.
                    return Some(if *is_stopping.borrow() { END } else { put_away });
                }
                message = messages.recv() => {
                    let Some(message) = message else {
                        let again = (close_code::AGAIN, "come back");
                        return Some(if *is_stopping.borrow() { END } else { again });
                    };
                    match timeout(WAIT, socket.send(Frame::Text(message))).await {
                        Ok(Ok(())) => {}
                        _ => return Some((close_code::AGAIN, "too slow; come back")),
                    }
                    if self.was_dropped(messages) {
                        return Some((close_code::AGAIN, "too slow; come back"));
                    }
                }
                // A line that breaks without a word would otherwise be held for ever.
                _ = beat.tick() => {
                    let is_silent = last_heard.elapsed() > 3 * BEAT;
                    let ping = Frame::Ping(Bytes::new());
                    match timeout(WAIT, socket.send(ping)).await {
                        Ok(Ok(())) if !is_silent => {}
                        _ => return None,
                    }
                }
                frame = socket.recv() => match frame {
                    Some(Ok(Frame::Text(text))) => {
                        last_heard = Instant::now();
                        if let Some(goodbye) = self.hear(&text).await {
                            return Some(goodbye);
                        }
                    }
                    Some(Ok(Frame::Binary(_))) => {
                        return Some((close_code::UNSUPPORTED, "messages are text"));
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => last_heard = Instant::now(),
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return None,
                },
            }
        }
    }

    /// Whether the task has given this client up: it then holds no sender any more.
    fn was_dropped(&self, messages: &mpsc::Receiver<Utf8Bytes>) -> bool {
        self.is_live && self.sink.strong_count() == 1 && messages.is_empty()
    }

    async fn hear(&mut self, text: &str) -> Option<Goodbye> {
        let outcome = match Message::parse(text) {
            Ok(message) => {
                let id = message.client_id().to_owned();
                self.obey(message).await.map_err(|refusal| (id, refusal))
            }
            Err(refusal) => Err((String::new(), refusal)),
        };
        let Err((client_id, refusal)) = outcome else { return None };
        if matches!(refusal.code, "malformed" | "too-many") {
            self.nonsense += 1;
            if self.nonsense > NONSENSE {
                return Some((close_code::POLICY, "too much nonsense"));
            }
        }
        let (code, text) = (refusal.code, refusal.text.as_str());
        self.tell(&Outgoing::Refused { client_id: &client_id, code, text });
        None
    }

    fn tell(&self, message: &Outgoing<'_>) {
        // Whoever does not read its own answers will be dropped soon.
        let _ = self.sink.try_send(message.text());
    }

    /// By what this client is known to those who count its deeds.
    fn fingerprint(&self) -> u64 {
        match (self.seat, self.is_owner, self.token) {
            (None, false, _) | (_, _, None) => !self.number,
            (_, _, Some(token)) => token.fingerprint(),
        }
    }

    async fn obey(&mut self, message: Message) -> Result<(), Refusal> {
        self.state.rates().spend(self.fingerprint(), Deed::Act)?;
        if let Message::Hello { token, last_seq } = message {
            return self.greet(token, last_seq).await;
        }
        if !self.has_said_hello {
            return Err(Refusal::malformed("the first message is hello"));
        }
        if let Some(control) = message.control() {
            let may = self.is_owner || self.seat.is_some();
            if !may && !self.state.is_exhibition(&self.handle) {
                return Err(Refusal::no_authority("only players and the owner set the pace"));
            }
            return self.handle.control(control).await;
        }
        match message {
            Message::Act { client_id, seen_seq, action } => {
                let seat = self.own_seat()?;
                let act =
                    Act { client_id: Some(client_id.clone()), seen_seq: Some(seen_seq), action };
                let seq = self.handle.act(seat, act).await?;
                self.tell(&Outgoing::Ok { client_id: &client_id, seq });
            }
            Message::Undo { client_id, seen_seq } => {
                let undo = Undo { client_id: Some(client_id.clone()), seen_seq: Some(seen_seq) };
                let seq = self.handle.undo(self.own_seat()?, undo).await?;
                self.tell(&Outgoing::Ok { client_id: &client_id, seq });
            }
            Message::View { overlay, as_seat, at_seq } => {
                self.look(overlay, as_seat, at_seq).await?;
            }
            Message::Ask { client_id, draft } => self.ask(client_id, draft).await?,
            Message::Say { client_id, text } => {
                let seat = self.own_seat()?;
                self.state.rates().spend(self.fingerprint(), Deed::Talk)?;
                let text = clean_text(&text);
                if text.is_empty() {
                    return Err(Refusal::malformed("nothing is left of these words"));
                }
                self.handle.note(Event::Text { seat: Some(seat), text }).await?;
                let seq = self.handle.look(Observer::Seat(seat)).await?.seq;
                self.tell(&Outgoing::Ok { client_id: &client_id, seq });
            }
            // These are done above.
            Message::Hello { .. }
            | Message::Next {}
            | Message::Pace { .. }
            | Message::CutShort {} => {}
        }
        Ok(())
    }

    fn own_seat(&self) -> Result<Seat, Refusal> {
        self.seat.ok_or_else(|| Refusal::no_authority("only those who have a seat may do this"))
    }

    async fn greet(&mut self, token: Option<String>, last: Option<u64>) -> Result<(), Refusal> {
        let wrong = || Refusal::no_authority("the token is not one of this match");
        if let Some(token) = token {
            let token: Token = token.parse().map_err(|_| wrong())?;
            self.token = Some(token);
        }
        if let Some(token) = self.token {
            self.is_owner = token == self.state.owner_token();
            self.seat = self.state.seat_of(&self.handle, token);
            if !self.is_owner && self.seat.is_none() {
                self.token = None;
                return Err(wrong());
            }
        }
        if self.seat.is_none() && self.handle.is_private() {
            return Err(Refusal::hidden("only its players see this match"));
        }
        self.has_said_hello = true;
        let way = self.own_way();
        self.join(way, last).await
    }

    fn own_way(&self) -> Way {
        Way {
            observer: self.seat.map_or(Observer::Spectator, Observer::Seat),
            is_player: self.seat.is_some(),
            has_overlay: false,
            form: self.form,
        }
    }

    async fn join(&mut self, way: Way, last: Option<u64>) -> Result<(), Refusal> {
        self.is_live = true;
        let subscriber = Subscriber { number: self.number, sink: self.sink.clone() };
        self.handle.send(Command::Join(way, last, subscriber)).await
    }

    async fn look(
        &mut self,
        overlay: bool,
        as_seat: Option<Seat>,
        at: Option<u64>,
    ) -> Result<(), Refusal> {
        let is_own = as_seat.is_none_or(|seat| self.seat == Some(seat));
        if !overlay && is_own && at.is_none() {
            let way = self.own_way();
            return self.join(way, None).await;
        }
        let seats = self.handle.facts().seats.len();
        if as_seat.is_some_and(|seat| seat.index() >= seats) {
            return Err(Refusal::malformed("there is no such seat"));
        }
        let (is_open, is_over) = self
            .handle
            .inspect(|position| (position.is_open(), position.outcome().is_some()))
            .await?;
        if !is_open {
            return Err(Refusal::hidden("this can be looked at once the game is over"));
        }
        let observer = match (as_seat, self.seat) {
            (Some(seat), _) | (None, Some(seat)) if !is_over || as_seat.is_some() => {
                Observer::Seat(seat)
            }
            _ => Observer::Analyst,
        };
        let way = Way {
            observer,
            is_player: self.seat.is_some_and(|seat| observer == Observer::Seat(seat)),
            has_overlay: overlay,
            form: self.form,
        };
        match at {
            None => self.join(way, None).await,
            Some(at) => self.look_back(way, at).await,
        }
    }

    /// Shows an earlier moment once, and nothing of what happens meanwhile.
    async fn look_back(&mut self, way: Way, at: u64) -> Result<(), Refusal> {
        let log = self.handle.log().await?;
        let shown = tokio::task::spawn_blocking(move || crate::channel::moment(&log, way, at));
        let shown = shown.await.map_err(|error| Refusal::closed(error.to_string()))?;
        self.is_live = false;
        self.handle.send(Command::Leave(self.number)).await?;
        let _ = self.sink.try_send(shown.map_err(Refusal::closed)?);
        Ok(())
    }

    /// Finds out what would be answered to a draft; no other seat and no log sees it.
    async fn ask(&self, client_id: String, draft: String) -> Result<(), Refusal> {
        let seat = self.own_seat()?;
        if !self.handle.facts().is_practice {
            return Err(Refusal::hidden("drafts are answered in practice games only"));
        }
        let (asked, checked) = (draft.clone(), draft.clone());
        let log = self.handle.inspect(move |position| {
            if position.waiting() != kakehiki_games::Waiting::Outside(seat) {
                return Err(Refusal::illegal("it is not your turn"));
            }
            position.game().check(&checked).map_err(|refused| Refusal::illegal(refused.0))?;
            Ok(position.log())
        });
        let log = log.await??;
        let (sink, threads, form) = (self.sink.clone(), self.state.threads(), self.form);
        let handle = self.handle.clone();
        tokio::spawn(async move {
            let permit = threads.acquire_owned().await.ok();
            let work = move || {
                let accepts = forecast(&log, seat, &draft);
                drop(permit);
                accepts
            };
            let accepts = tokio::task::spawn_blocking(work).await.unwrap_or_default();
            if let (Form::Page(locale), Ok(mut look)) =
                (form, handle.look(Observer::Seat(seat)).await)
            {
                let before = look.fragments(locale);
                let predicted = Some(Predicted { draft: asked, accepts: accepts.clone() });
                look.overlay = Some(Overlay { predicted, ..Overlay::default() });
                let after = look.fragments(locale);
                let _ = sink.try_send(Outgoing::changed(&look, &before, &after).text());
            }
            let accepts = accepts.into_iter();
            let accepts = accepts.map(|(seat, probability)| Accepts { seat, probability });
            let message =
                Outgoing::Forecast { client_id: &client_id, accepts: accepts.collect() }.text();
            let _ = sink.try_send(message);
        });
        Ok(())
    }
}
