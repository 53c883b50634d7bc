//! A session behind the Model Context Protocol.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use rmcp::{
    RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
        Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
        Tool as Described, ToolAnnotations,
    },
    service::{RequestContext, ServerInitializeError},
    transport::{async_rw::AsyncRwTransport, stdio},
};
use serde_json::Value;

use crate::{Options, Problem, Session, tools::TOOLS};

/// The most bytes of a line that an assistant may send; a longer one is thrown away.
const LONGEST_LINE: usize = 1 << 20;

const INSTRUCTIONS: &str = "\
You can sit at a table of Geister, NEGOGeister, Catan, Monopoly or Werewolf and play against agents. \
list_games and describe_game say what there is; open_table begins a game. Then act by an id of the \
menu until waiting_for says that the game is over. Every act tells what happened since and what you \
may do next; look and log tell more. You know what your seat may know and nothing else. Others may \
lie to you, and you may lie to them where the rules let you speak.";

/// Why assistants could not be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// There is no way to wait for them.
    #[error("cannot wait for an assistant: {0}")]
    Runtime(#[from] io::Error),
    /// Somebody spoke who does not know the protocol.
    #[error("no session was begun: {0}")]
    Beginning(String),
}

/// Serves an assistant over standard input and output until it goes away.
///
/// # Errors
/// If it never begins a session.
pub fn serve(options: Options) -> Result<(), ServeError> {
    // Tables are played on threads of their own; here is only waited.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let (input, output) = stdio();
        let transport =
            AsyncRwTransport::new_server(input, output).with_max_line_length(LONGEST_LINE);
        match Desk::new(options).serve(transport).await {
            Ok(running) => running.waiting().await.map(drop).map_err(io::Error::other)?,
            // Somebody who leaves before a word has done nothing wrong.
            Err(ServerInitializeError::ConnectionClosed(_)) => {}
            Err(error) => return Err(ServeError::Beginning(error.to_string())),
        }
        Ok(())
    });
    // An agent may still think about a game that nobody waits for any more.
    runtime.shutdown_background();
    served
}

/// Where the calls of an assistant come in.
struct Desk {
    session: Arc<Mutex<Session>>,
}

impl Desk {
    fn new(options: Options) -> Self {
        Self { session: Arc::new(Mutex::new(Session::new(options))) }
    }
}

impl ServerHandler for Desk {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("kakehiki", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = TOOLS.iter().map(|tool| {
            let hints = ToolAnnotations::new()
                .read_only(tool.is_reading)
                .destructive(false)
                .open_world(false);
            Described::new(tool.name, tool.help, Arc::new((tool.schema)())).with_annotations(hints)
        });
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let session = Arc::clone(&self.session);
        let called = tokio::task::spawn_blocking(move || {
            // A panic leaves the other tables as they were.
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            session.call(&request.name, Value::Object(request.arguments.unwrap_or_default()))
        });
        let called = called.await.unwrap_or_else(|_| Err(Problem::of("the table broke down")));
        let result = match called {
            Ok(answer) => CallToolResult::structured(answer),
            Err(problem) => CallToolResult::error(vec![ContentBlock::text(problem.to_string())]),
        };
        Ok(result.into())
    }
}
