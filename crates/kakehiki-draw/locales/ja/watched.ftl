monopoly-board = モノポリーの盤
monopoly-deeds = 権利書
monopoly-owner = 持ち主
monopoly-houses = 家
monopoly-hotel = ホテル
monopoly-auction = 競売：{ $square }、現在{ $bid }
monopoly-offer = { $who }が{ $partner }に取引を提案
monopoly-stage-pause = { $who }は番の間に行動できます
monopoly-stage-manage = { $who }の番
monopoly-stage-dice = { $who }がサイコロを振ります
monopoly-stage-draw = { $who }がカードを引きます
monopoly-stage-utility-dice = { $who }が公共会社のために振ります
monopoly-stage-buy = { $who }は買えます
monopoly-stage-debt = { $who }は支払わなければなりません
monopoly-stage-auction = 競売：{ $who }の番
monopoly-stage-answer = { $who }が提案に答えます
monopoly-stage-inherit = { $who }が権利書を引き継ぎます
monopoly-stage-place = { $who }が建物を置きます
monopoly-stage-won = { $who }の勝ちです
monopoly-stage-undecided = 勝者なし
monopoly-dice = 出目：{ $dice }
monopoly-card = カード { $card }
monopoly-act-buy = { $what }買う
monopoly-act-decline = 買わない{ $what }
monopoly-act-build = { $what }に建てる
monopoly-act-sell = { $what }の建物を売る
monopoly-act-sell-down = 建物を売る：{ $what }
monopoly-act-mortgage = { $what }を抵当に入れる
monopoly-act-lift = { $what }の抵当を外す
monopoly-act-bid = { $what }と入札
monopoly-act-leave = 競売を降りる{ $what }
monopoly-act-propose = 提案：{ $what }
monopoly-act-accept = 承諾{ $what }
monopoly-act-refuse = 断る{ $what }
monopoly-act-counter = 逆提案：{ $what }
monopoly-act-bankrupt = 破産{ $what }
monopoly-act-pay-bail = 保釈金を払う{ $what }
monopoly-act-use-card = 釈放カードを使う{ $what }
monopoly-cash = 現金{ $n }
monopoly-jail-card = 釈放カード
monopoly-deal = { $from }は{ $gives }、{ $to }は{ $gets }を渡す
monopoly-say-last-offer = これが最後の提案です。
monopoly-say-not-sell = { $what }は{ $who }に渡しません。
monopoly-say-winning = { $who }が勝ちそうです。
monopoly-act-roll = サイコロを振る{ $what }
monopoly-act-end = 番を終える{ $what }
monopoly-act-pass = 何もしない{ $what }
monopoly-act-keep = 抵当のままにする{ $what }
werewolf-board = 村
werewolf-day = { $n }日目
werewolf-phase = { $phase ->
    [deal] 役職を配っています
    [talk] 話し合い
    [vote] 投票
    [tie] 同数の再投票
    [night] 夜になります
    [divine] 占い
    [whisper] 人狼の囁き
    [guard] 護衛
    [attack] 襲撃先の選択
    [attack-tie] 襲撃の再投票
   *[over] 終局
}
werewolf-role = { $role ->
    [bodyguard] 狩人
    [freemason] 共有者
    [medium] 霊媒師
    [possessed] 狂人
    [seer] 占い師
    [villager] 村人
    [werewolf] 人狼
   *[fox] 妖狐
}
werewolf-dead = 死亡
werewolf-nobody = なし
werewolf-executed = 処刑：{ $who }
werewolf-dawn = { $n }日目。犠牲者：{ $who }
werewolf-ballot = 投票：{ $votes }
werewolf-passes = 何もしません
werewolf-votes = { $who }に投票
werewolf-divines = { $who }を占う
werewolf-guards = { $who }を護衛
werewolf-attacks = { $who }を襲撃したい
werewolf-requests = 希望する役職：{ $role ->
    [bodyguard] 狩人
    [freemason] 共有者
    [medium] 霊媒師
    [possessed] 狂人
    [seer] 占い師
    [villager] 村人
    [werewolf] 人狼
   *[any] なし
}
werewolf-dealt = あなたの役職：{ $role }。
werewolf-wolves = 人狼：{ $who }。
werewolf-species = 結果：{ $who }は{ $species ->
    [werewolf] 人狼
   *[human] 人間
}
