"""A village of programs that speak plain Japanese: plays whole games at Kakehiki's door for language.

    pip install aiwolf-nlp-common
    python3 examples/village.py path/to/kakehiki

It starts the server, connects as the agents of the AIWolf contests do, with their own package, and plays
in turns and in a group chat. Whoever puts a language model into `Agent` has a player.
"""

import pathlib
import subprocess
import sys
import tempfile
import threading

from aiwolf_nlp_common.client import Client
from aiwolf_nlp_common.packet import Request, Role, Status

ANSWERED = {Request.TALK, Request.WHISPER, Request.VOTE, Request.DIVINE, Request.GUARD, Request.ATTACK}


class Agent:
    """One player: it believes its own results, and says so."""

    def __init__(self, number):
        self.name = f"village{number}"
        self.info = None
        self.setting = None
        self.heard = {}
        self.said = 0
        self.accused = None
        self.requests = []

    def take(self, packet):
        """Keeps what a packet tells."""
        self.requests.append(packet.request)
        self.info = packet.info or self.info
        self.setting = packet.setting or self.setting
        for talk in [*(packet.talk_history or []), *([packet.new_talk] if packet.new_talk else [])]:
            self.heard[talk.day, talk.idx] = talk
        result = self.info.divine_result if self.info else None
        if result and result.result == "WEREWOLF":
            self.accused = result.target

    def others(self):
        """The others who live."""
        living = [name for name, status in self.info.status_map.items() if status is Status.ALIVE]
        return [name for name in living if name != self.info.agent]

    def target(self):
        """Whom it would vote for."""
        others = self.others()
        return self.accused if self.accused in others else others[len(self.name) % len(others)]

    def words(self):
        """What it says next."""
        self.said += 1
        role = self.info.role_map[self.info.agent]
        result = self.info.divine_result
        if role is Role.SEER and result and self.said % 4 == 1:
            found = "人狼" if result.result == "WEREWOLF" else "人間"
            return f"占い師COします。{result.target}さんは{found}でした。"
        if self.said % 4 == 2:
            return f"{self.target()}さんが怪しいと思います。"
        if self.said % 4 == 3:
            return f"今日は{self.target()}さんに投票します。"
        return "Over" if self.said % 4 == 0 else "おはようございます。みなさんの意見を聞きたいです。"

    def answer(self, request):
        """The answer to a request, if it is one that is answered."""
        if request in (Request.TALK, Request.WHISPER):
            return self.words()
        return self.target() if request in ANSWERED else None


def play(url, agent, problems):
    """Plays one game."""
    client = Client(url, None)
    try:
        client.connect()
        while True:
            packet = client.receive()
            if packet.request is Request.NAME:
                client.send(agent.name)
                continue
            agent.take(packet)
            if packet.request is Request.FINISH:
                break
            if packet.request in (Request.TALK_PHASE_START, Request.WHISPER_PHASE_START):
                for _ in range(2):
                    client.send(agent.words())
            elif answer := agent.answer(packet.request):
                client.send(answer)
        client.close()
    except Exception as problem:  # what goes wrong in a thread is told by the one who started it
        problems.append(f"{agent.name}: {problem!r}")


def village(kakehiki, seats, options, chat):
    """Plays a game with as many agents as seats wait for one, and looks at what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [kakehiki, "host", "werewolf", "--protocol", "aiwolf-nlp", "--port", "0", "--games", "1"]
        command += ["--seats", ",".join(seats), "--logs", folder, *options]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        url = server.stderr.readline().split(" taken at ")[1].strip()
        agents = [Agent(number) for number in range(1, seats.count("external") + 1)]
        problems = []
        threads = [threading.Thread(target=play, args=(url, agent, problems)) for agent in agents]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.communicate(timeout=60)
        assert not problems, problems
        assert server.returncode == 0
        log = pathlib.Path(folder, "aiwolf-nlp-game-0.log").read_text(encoding="utf-8")
    for agent in agents:
        assert agent.requests[0] is Request.INITIALIZE and agent.requests[-1] is Request.FINISH
        assert len(agent.info.role_map) == agent.setting.agent_count == len(seats)
        assert agent.heard, "nobody said anything"
        assert (Request.TALK_BROADCAST in agent.requests) == chat
    result = log.splitlines()[-1].split(",")
    assert result[1] == "result" and result[4] in ("VILLAGER", "WEREWOLF"), result
    print(f"{len(seats)} players, {len(agents)} from outside, chat {chat}: {result[4]} on day {result[0]}")


def main():
    """Plays a village of each kind."""
    kakehiki = sys.argv[1] if len(sys.argv) > 1 else "kakehiki"
    village(kakehiki, ["external"] * 5, [], chat=False)
    village(kakehiki, ["external"] * 3 + ["finalist"] * 2, ["--tongue", "en"], chat=False)
    village(kakehiki, ["external"] * 6 + ["finalist"] * 3, [], chat=False)
    village(kakehiki, ["external"] * 13, [], chat=False)
    village(kakehiki, ["external"] * 3 + ["finalist"] * 2, ["--chat", "1"], chat=True)


if __name__ == "__main__":
    main()
