-- The source of the click that a sale is joined to, with the same names as the column `source` of clicks.
alter table earnings add column source text;

-- Row-level security is not forced during this migration, because FORCE also applies to the table's owner, who runs the
-- migration, unless the owner is a superuser.
alter table earnings no force row level security;
with named (name, hosts) as (
  values
    ('Bluesky', 'bsky.app bsky.social xyz.blueskyweb.app'),
    ('Discord', 'discord.com discord.gg discordapp.com com.discord'),
    ('Facebook', 'facebook.com fb.com fb.me fb.watch fb.gg com.facebook.katana com.facebook.lite'),
    ('Instagram', 'instagram.com instagr.am ig.me com.instagram.android com.instagram.lite'),
    ('KakaoTalk', 'kakao.com kakaocorp.com com.kakao.talk'), ('Kick', 'kick.com'),
    ('LINE', 'line.me lin.ee jp.naver.line.android'), ('Lemon8', 'lemon8-app.com com.bd.nproject'),
    ('LinkedIn', 'linkedin.com lnkd.in com.linkedin.android'),
    ('Mastodon', 'mastodon.social mastodon.online mstdn.social mstdn.jp joinmastodon.org org.joinmastodon.android'),
    ('Messenger', 'messenger.com m.me com.facebook.orca com.facebook.mlite'),
    ('Microsoft Teams', 'teams.microsoft.com teams.live.com teams.cloud.microsoft teams.cdn.office.net com.microsoft.teams'),
    ('Nextdoor', 'nextdoor.com nextdoor.* com.nextdoor'), ('OK.ru', 'ok.ru odnoklassniki.ru ru.ok.android'),
    ('Pinterest', 'pinterest.com pinterest.* pin.it com.pinterest'), ('QQ', 'qq.com com.tencent.mobileqq'),
    ('Quora', 'quora.com com.quora.android'), ('Reddit', 'reddit.com redd.it com.reddit.frontpage'),
    ('Signal', 'signal.org signal.me org.thoughtcrime.securesms'), ('Slack', 'slack.com com.slack'),
    ('Snapchat', 'snapchat.com com.snapchat.android'),
    ('Telegram', 'telegram.org telegram.me t.me telegram.dog org.telegram.messenger org.telegram.messenger.web org.thunderdog.challegram'),
    ('Threads', 'threads.net threads.com com.instagram.barcelona'), ('Tumblr', 'tumblr.com com.tumblr'),
    ('VK', 'vk.com vk.ru vkontakte.ru vk.cc com.vkontakte.android'), ('Viber', 'viber.com com.viber.voip'),
    ('WeChat', 'weixin.qq.com wechat.com com.tencent.mm'), ('Weibo', 'weibo.com weibo.cn t.cn com.sina.weibo'),
    ('WhatsApp', 'whatsapp.com whatsapp.net wa.me com.whatsapp com.whatsapp.w4b'),
    ('X', 'x.com twitter.com t.co com.twitter.android com.twitter.android.lite'),
    ('XING', 'xing.com com.xing.android'), ('Xiaohongshu', 'xiaohongshu.com xhslink.com com.xingin.xhs'),
    ('Zalo', 'zalo.me com.zing.zalo'), ('Apple Podcasts', 'podcasts.apple.com'),
    ('Bilibili', 'bilibili.com bilibili.tv b23.tv tv.danmaku.bili'),
    ('Dailymotion', 'dailymotion.com dai.ly com.dailymotion.dailymotion'),
    ('Douyin', 'douyin.com iesdouyin.com com.ss.android.ugc.aweme'), ('Odysee', 'odysee.com com.odysee.app'),
    ('Rumble', 'rumble.com'), ('SoundCloud', 'soundcloud.com com.soundcloud.android'),
    ('Spotify', 'spotify.com spoti.fi com.spotify.music'),
    ('TikTok', 'tiktok.com tiktokv.com com.zhiliaoapp.musically com.ss.android.ugc.trill'),
    ('Twitch', 'twitch.tv tv.twitch.android.app'), ('Vimeo', 'vimeo.com com.vimeo.android.videoapp'),
    ('YouTube', 'youtube.com youtu.be youtube-nocookie.com com.google.android.youtube com.google.android.apps.youtube.music'),
    ('Baidu', 'baidu.com com.baidu.searchbox'), ('Bing', 'bing.com com.microsoft.bing'),
    ('Brave Search', 'search.brave.com'), ('ChatGPT', 'chatgpt.com chat.openai.com com.openai.chatgpt'),
    ('Claude', 'claude.ai com.anthropic.claude'), ('DeepSeek', 'deepseek.com com.deepseek.chat'),
    ('DuckDuckGo', 'duckduckgo.com com.duckduckgo.mobile.android'), ('Ecosia', 'ecosia.org com.ecosia.android'),
    ('Gemini', 'gemini.google.com bard.google.com com.google.android.apps.bard'),
    ('Google', 'google.com google.* google.cat g.co com.google.android.googlequicksearchbox com.google.android.apps.searchlite'),
    ('Google Ads', 'doubleclick.net googleadservices.com googlesyndication.com'),
    ('Google News', 'news.google.com com.google.android.apps.magazines'), ('Grok', 'grok.com ai.x.grok'),
    ('Kagi', 'kagi.com'), ('MSN', 'msn.com'),
    ('Microsoft Copilot', 'copilot.microsoft.com copilot.com copilot.cloud.microsoft com.microsoft.copilot'),
    ('Naver', 'naver.com naver.me com.nhn.android.search'), ('Perplexity', 'perplexity.ai ai.perplexity.app.android'),
    ('Qwant', 'qwant.com com.qwant.liberty'), ('Seznam', 'seznam.cz'), ('Sogou', 'sogou.com'),
    ('Startpage', 'startpage.com'),
    ('Yahoo', 'yahoo.com yahoo.* com.yahoo.mobile.client.android.search jp.co.yahoo.android.yjtop'),
    ('Yandex', 'yandex.com yandex.* yandex.net ya.ru ru.yandex.searchplugin'),
    ('GMX', 'gmx.net gmx.com gmx.* deref-gmx.net deref-gmx.com de.gmx.mobile.android.mail'),
    ('Gmail', 'mail.google.com gmail.com com.google.android.gm com.google.android.gm.lite'),
    ('Outlook', 'outlook.com outlook.live.com outlook.office.com outlook.office365.com outlook.cloud.microsoft com.microsoft.office.outlook'),
    ('Proton Mail', 'mail.proton.me protonmail.com ch.protonmail.android'),
    ('WEB.DE', 'web.de deref-web.de deref-web-02.de de.web.mobile.android.mail'),
    ('Yahoo Mail', 'mail.yahoo.com mail.yahoo.co.jp com.yahoo.mobile.client.android.mail'), ('iCloud', 'icloud.com'),
    ('Mail.com', 'mail.com deref-mail.com'), ('Apple News', 'apple.news'), ('Beacons', 'beacons.ai'),
    ('Carrd', 'carrd.co'), ('Feedly', 'feedly.com com.devhd.feedly'), ('Flipboard', 'flipboard.com flipboard.app'),
    ('Hacker News', 'news.ycombinator.com'), ('Inoreader', 'inoreader.com com.innologica.inoreader'),
    ('Ko-fi', 'ko-fi.com'), ('LTK', 'shopltk.com ltk.app liketk.it liketoknow.it'), ('Later', 'linkin.bio later.com'),
    ('Linktree', 'linktr.ee linktree.com'), ('Lnk.Bio', 'lnk.bio'), ('Medium', 'medium.com com.medium.reader'),
    ('Notion', 'notion.so notion.site notion.com'), ('Patreon', 'patreon.com com.patreon.android'),
    ('Product Hunt', 'producthunt.com'), ('ShopMy', 'shopmy.us'),
    ('SmartNews', 'smartnews.com jp.gocro.smartnews.android'), ('Stack Overflow', 'stackoverflow.com'),
    ('Stan', 'stan.store'), ('Substack', 'substack.com com.substack.app'),
    ('Wikipedia', 'wikipedia.org org.wikipedia'), ('GitHub', 'github.com com.github.android'),
    ('AliExpress', 'aliexpress.com aliexpress.us com.alibaba.aliexpresshd'),
    ('Alipay', 'alipay.com com.eg.android.alipaygphone'),
    ('Amazon', 'amazon.com amazon.* amzn.to a.co com.amazon.mshop.android.shopping'),
    ('Etsy', 'etsy.com com.etsy.android'), ('Klarna', 'klarna.com com.myklarnamobile'),
    ('eBay', 'ebay.com ebay.* com.ebay.mobile')
), known (name, host) as (
  select name, host from named, string_to_table(hosts, ' ') as host
), found as (
  select referrer, (
    select name from known
    where referrer = host or referrer like '%.' || host
      or host = substring(referrer from '(?:^|\.)(nextdoor|pinterest|google|yahoo|yandex|gmx|amazon|ebay)\.(?:com?\.)?[a-z]{2}$') || '.*'
    order by length(host) desc limit 1
  ) as name
  from (select distinct referrer from earnings where method = 'click' and referrer is not null) as referrers
)
update earnings set source = coalesce(found.name, found.referrer) from found where earnings.method = 'click' and earnings.referrer = found.referrer;
alter table earnings force row level security;
