geister-board = ガイスターの盤（6×6）
geister-good = 良い
geister-bad = 悪い
geister-unknown = 不明
geister-own = 自分のお化け{ $ghost }（{ $square }）、{ $colour ->
    [good] 良い
    [bad] 悪い
   *[unknown] 色は未定
}、出口まで{ $steps }歩
geister-theirs = 相手のお化け{ $ghost }（{ $square }）、{ $colour ->
    [good] 良い
    [bad] 悪い
   *[unknown] 色は不明
}、出口まで{ $steps }歩
geister-of = { $who }のお化け{ $ghost }（{ $square }）、{ $colour ->
    [good] 良い
    [bad] 悪い
   *[unknown] 色は不明
}、出口まで{ $steps }歩
geister-toggle = { $square }のお化けを悪いお化けにする
geister-ask = 見せてもらう：{ $ghost }
geister-name = 交換に見せてもらう：{ $ghost }
geister-step = お化け{ $ghost }を{ $square }へ動かす
geister-take = お化け{ $ghost }で{ $square }を取る
geister-leave = { $square }から脱出して勝つ
geister-captured = 取ったお化け
geister-you-took = あなたが取った
geister-took = { $who }が取った
geister-took-label = { $who }が取ったお化け：良い{ $good }、悪い{ $bad }
geister-ways = 勝ち筋
geister-good-to-take = 取れば勝ちの良いお化け
geister-bad-to-take = 取れば負けの悪いお化け
geister-my-exit = こちらの最短の脱出（{ $square }）
geister-their-exit = 相手の最短の脱出（{ $square }）
geister-moves = { $n }手
geister-waiting = { $who }が選んでいます
geister-ask-set-up = 悪いお化けを4体選んでください
geister-ask-request = どのお化けを見たいですか
geister-ask-speak = 何か言えます
geister-ask-move = お化けを1体動かしてください
geister-ask-name = 相手は{ $ghost }を見たがっています。代わりにどれを見たいですか
geister-ask-agree = { $seen }を見る代わりに、{ $shown }を見せます
geister-agree = 応じる
geister-break-off = 打ち切る
geister-refuse = 断る
geister-pass = 頼まない
geister-quiet = 何も言わない
geister-make-bad = { $ghosts }を悪いお化けにする
geister-set-up-count = 悪いお化け：4体中 # 体
geister-preset-back = 後列
geister-preset-front = 前列
geister-preset-left = 左側
geister-preset-mixed = 混合
geister-preset-random = ランダム
geister-begin = 始める
geister-out = 脱出
geister-moves-title = 棋譜
geister-no-moves = まだありません
geister-log-set-up = { $ghosts }を悪いお化けにしました
geister-log-begun = 両者の配置が決まりました
geister-log-exchanged = { $seen }を見た：{ $colour ->
    [bad] 悪い
   *[good] 良い
}。{ $shown }を見せた
geister-log-agreed = { $asked }を見て、{ $named }を見せた
geister-log-ask = { $ghost }を見たいと言う
geister-log-for = 代わりに{ $ghost }を見たいと言う
geister-log-pass = 頼まない
geister-log-refuse = 断る
geister-log-agree = 応じる
geister-log-break-off = 打ち切る
geister-log-quiet = 何も言わない
geister-square = マス
geister-ghost = お化け
geister-text-captured = { $who }のお化け{ $ghost }（{ $colour ->
    [good] 良い
    [bad] 悪い
   *[unknown] 色は不明
}）は取られた
geister-text-escaped = { $who }のお化け{ $ghost }（{ $colour ->
    [good] 良い
    [bad] 悪い
   *[unknown] 色は不明
}）は脱出した
geister-ghost-at = お化け{ $ghost }（{ $square }）
geister-ghost-gone = お化け{ $ghost }
geister-say-stay = 私の{ $ghost }は動かさない。
geister-say-take = あなたの{ $ghost }を取る。
geister-say-agree = 交換には応じるよ。
geister-say-own = 私の{ $ghost }は{ $colour ->
    [bad] 悪い
   *[good] 良い
}お化けだ。
geister-say-yours = あなたの{ $ghost }は{ $colour ->
    [bad] 悪い
   *[good] 良い
}お化けだ。
geister-exchange = 情報の交換
geister-exchange-asks = { $ghost }を見たい。
geister-exchange-price = 代わりに{ $ghost }を見たい。
geister-exchange-open = 見返りはまだ決まっていません。
geister-exchange-answer = { $who }の返事待ち
geister-legend-fill = 塗りと数字：悪い確率（%）
geister-legend-good = 真実は良い
geister-legend-bad = 真実は悪い
geister-beliefs = { $who }の見立て
geister-chance-of-bad = 悪い確率
geister-truth = 真実
geister-upp = UPP
geister-upp-help = UPP：このお化けの色によって、ランダムなプレイアウトの勝率が何ポイント変わるか。
geister-mirror = { $who }からの見え方
