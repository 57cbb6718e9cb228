-- Adds two campaign parameters. They are empty for clicks and views recorded before this migration.
--
-- The second statement of each pair is for the distributed table of a cluster. On one node, it changes nothing.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String) DEFAULT '' AFTER utm_campaign;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String) DEFAULT '' AFTER utm_campaign;

ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String) DEFAULT '' AFTER utm_term;
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String) DEFAULT '' AFTER utm_term;

ALTER TABLE {stored page_views} ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String) DEFAULT '' AFTER utm_campaign;
ALTER TABLE {view page_views} ADD COLUMN IF NOT EXISTS utm_term LowCardinality(String) DEFAULT '' AFTER utm_campaign;

ALTER TABLE {stored page_views} ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String) DEFAULT '' AFTER utm_term;
ALTER TABLE {view page_views} ADD COLUMN IF NOT EXISTS utm_content LowCardinality(String) DEFAULT '' AFTER utm_term;

-- The site or app that a click comes from, like in traffic-sources.ts. It is found by the referrer or, if there is no
-- referrer, by the app's own browser. The host is looked up, then its last four, three and two labels, then the brand
-- in a country host (for example `google` in google.co.uk). An unknown host is its own source.
ALTER TABLE {stored clicks} ADD COLUMN IF NOT EXISTS source LowCardinality(String) MATERIALIZED if(referrer = '',
    transform(toString(browser),
      ['Facebook', 'Instagram', 'KakaoTalk', 'LINE', 'LinkedIn', 'Messenger', 'Pinterest', 'QQ', 'Reddit', 'Slack', 'Snapchat', 'Telegram', 'Threads', 'WeChat', 'Weibo', 'WhatsApp', 'X', 'TikTok', 'YouTube', 'Baidu', 'Google app', 'Naver', 'Yahoo', 'Alipay', 'Klarna'],
      ['Facebook', 'Instagram', 'KakaoTalk', 'LINE', 'LinkedIn', 'Messenger', 'Pinterest', 'QQ', 'Reddit', 'Slack', 'Snapchat', 'Telegram', 'Threads', 'WeChat', 'Weibo', 'WhatsApp', 'X', 'TikTok', 'YouTube', 'Baidu', 'Google', 'Naver', 'Yahoo', 'Alipay', 'Klarna'], ''),
    arrayFirst(name -> name != '', arrayPushBack(arrayMap(host -> transform(host, [
        'bsky.app', 'bsky.social', 'xyz.blueskyweb.app', 'discord.com', 'discord.gg', 'discordapp.com', 'com.discord',
        'facebook.com', 'fb.com', 'fb.me', 'fb.watch', 'fb.gg', 'com.facebook.katana', 'com.facebook.lite',
        'instagram.com', 'instagr.am', 'ig.me', 'com.instagram.android', 'com.instagram.lite', 'kakao.com',
        'kakaocorp.com', 'com.kakao.talk', 'kick.com', 'line.me', 'lin.ee', 'jp.naver.line.android', 'lemon8-app.com',
        'com.bd.nproject', 'linkedin.com', 'lnkd.in', 'com.linkedin.android', 'mastodon.social', 'mastodon.online',
        'mstdn.social', 'mstdn.jp', 'joinmastodon.org', 'org.joinmastodon.android', 'messenger.com', 'm.me',
        'com.facebook.orca', 'com.facebook.mlite', 'teams.microsoft.com', 'teams.live.com', 'teams.cloud.microsoft',
        'teams.cdn.office.net', 'com.microsoft.teams', 'nextdoor.com', 'nextdoor.*', 'com.nextdoor', 'ok.ru',
        'odnoklassniki.ru', 'ru.ok.android', 'pinterest.com', 'pinterest.*', 'pin.it', 'com.pinterest', 'qq.com',
        'com.tencent.mobileqq', 'quora.com', 'com.quora.android', 'reddit.com', 'redd.it', 'com.reddit.frontpage',
        'signal.org', 'signal.me', 'org.thoughtcrime.securesms', 'slack.com', 'com.slack', 'snapchat.com',
        'com.snapchat.android', 'telegram.org', 'telegram.me', 't.me', 'telegram.dog', 'org.telegram.messenger',
        'org.telegram.messenger.web', 'org.thunderdog.challegram', 'threads.net', 'threads.com',
        'com.instagram.barcelona', 'tumblr.com', 'com.tumblr', 'vk.com', 'vk.ru', 'vkontakte.ru', 'vk.cc',
        'com.vkontakte.android', 'viber.com', 'com.viber.voip', 'weixin.qq.com', 'wechat.com', 'com.tencent.mm',
        'weibo.com', 'weibo.cn', 't.cn', 'com.sina.weibo', 'whatsapp.com', 'whatsapp.net', 'wa.me', 'com.whatsapp',
        'com.whatsapp.w4b', 'x.com', 'twitter.com', 't.co', 'com.twitter.android', 'com.twitter.android.lite',
        'xing.com', 'com.xing.android', 'xiaohongshu.com', 'xhslink.com', 'com.xingin.xhs', 'zalo.me',
        'com.zing.zalo', 'podcasts.apple.com', 'bilibili.com', 'bilibili.tv', 'b23.tv', 'tv.danmaku.bili',
        'dailymotion.com', 'dai.ly', 'com.dailymotion.dailymotion', 'douyin.com', 'iesdouyin.com',
        'com.ss.android.ugc.aweme', 'odysee.com', 'com.odysee.app', 'rumble.com', 'soundcloud.com',
        'com.soundcloud.android', 'spotify.com', 'spoti.fi', 'com.spotify.music', 'tiktok.com', 'tiktokv.com',
        'com.zhiliaoapp.musically', 'com.ss.android.ugc.trill', 'twitch.tv', 'tv.twitch.android.app', 'vimeo.com',
        'com.vimeo.android.videoapp', 'youtube.com', 'youtu.be', 'youtube-nocookie.com', 'com.google.android.youtube',
        'com.google.android.apps.youtube.music', 'baidu.com', 'com.baidu.searchbox', 'bing.com', 'com.microsoft.bing',
        'search.brave.com', 'chatgpt.com', 'chat.openai.com', 'com.openai.chatgpt', 'claude.ai',
        'com.anthropic.claude', 'deepseek.com', 'com.deepseek.chat', 'duckduckgo.com',
        'com.duckduckgo.mobile.android', 'ecosia.org', 'com.ecosia.android', 'gemini.google.com', 'bard.google.com',
        'com.google.android.apps.bard', 'google.com', 'google.*', 'google.cat', 'g.co', 'com.google.android.googlequicksearchbox',
        'com.google.android.apps.searchlite', 'doubleclick.net', 'googleadservices.com', 'googlesyndication.com',
        'news.google.com', 'com.google.android.apps.magazines', 'grok.com', 'ai.x.grok', 'kagi.com', 'msn.com',
        'copilot.microsoft.com', 'copilot.com', 'copilot.cloud.microsoft', 'com.microsoft.copilot', 'naver.com',
        'naver.me', 'com.nhn.android.search', 'perplexity.ai', 'ai.perplexity.app.android', 'qwant.com',
        'com.qwant.liberty', 'seznam.cz', 'sogou.com', 'startpage.com', 'yahoo.com', 'yahoo.*',
        'com.yahoo.mobile.client.android.search', 'jp.co.yahoo.android.yjtop', 'yandex.com', 'yandex.*', 'yandex.net',
        'ya.ru', 'ru.yandex.searchplugin', 'gmx.net', 'gmx.com', 'gmx.*', 'deref-gmx.net', 'deref-gmx.com',
        'de.gmx.mobile.android.mail', 'mail.google.com', 'gmail.com', 'com.google.android.gm',
        'com.google.android.gm.lite', 'outlook.com', 'outlook.live.com', 'outlook.office.com',
        'outlook.office365.com', 'outlook.cloud.microsoft', 'com.microsoft.office.outlook', 'mail.proton.me',
        'protonmail.com', 'ch.protonmail.android', 'web.de', 'deref-web.de', 'deref-web-02.de',
        'de.web.mobile.android.mail', 'mail.yahoo.com', 'mail.yahoo.co.jp', 'com.yahoo.mobile.client.android.mail',
        'icloud.com', 'mail.com', 'deref-mail.com', 'apple.news', 'beacons.ai', 'carrd.co', 'feedly.com',
        'com.devhd.feedly', 'flipboard.com', 'flipboard.app', 'news.ycombinator.com', 'inoreader.com',
        'com.innologica.inoreader', 'ko-fi.com', 'shopltk.com', 'ltk.app', 'liketk.it', 'liketoknow.it', 'linkin.bio',
        'later.com', 'linktr.ee', 'linktree.com', 'lnk.bio', 'medium.com', 'com.medium.reader', 'notion.so',
        'notion.site', 'notion.com', 'patreon.com', 'com.patreon.android', 'producthunt.com', 'shopmy.us',
        'smartnews.com', 'jp.gocro.smartnews.android', 'stackoverflow.com', 'stan.store', 'substack.com',
        'com.substack.app', 'wikipedia.org', 'org.wikipedia', 'github.com', 'com.github.android', 'aliexpress.com',
        'aliexpress.us', 'com.alibaba.aliexpresshd', 'alipay.com', 'com.eg.android.alipaygphone', 'amazon.com',
        'amazon.*', 'amzn.to', 'a.co', 'com.amazon.mshop.android.shopping', 'etsy.com', 'com.etsy.android',
        'klarna.com', 'com.myklarnamobile', 'ebay.com', 'ebay.*', 'com.ebay.mobile'
      ], [
        'Bluesky', 'Bluesky', 'Bluesky', 'Discord', 'Discord', 'Discord', 'Discord', 'Facebook', 'Facebook',
        'Facebook', 'Facebook', 'Facebook', 'Facebook', 'Facebook', 'Instagram', 'Instagram', 'Instagram',
        'Instagram', 'Instagram', 'KakaoTalk', 'KakaoTalk', 'KakaoTalk', 'Kick', 'LINE', 'LINE', 'LINE', 'Lemon8',
        'Lemon8', 'LinkedIn', 'LinkedIn', 'LinkedIn', 'Mastodon', 'Mastodon', 'Mastodon', 'Mastodon', 'Mastodon',
        'Mastodon', 'Messenger', 'Messenger', 'Messenger', 'Messenger', 'Microsoft Teams', 'Microsoft Teams',
        'Microsoft Teams', 'Microsoft Teams', 'Microsoft Teams', 'Nextdoor', 'Nextdoor', 'Nextdoor', 'OK.ru', 'OK.ru',
        'OK.ru', 'Pinterest', 'Pinterest', 'Pinterest', 'Pinterest', 'QQ', 'QQ', 'Quora', 'Quora', 'Reddit', 'Reddit',
        'Reddit', 'Signal', 'Signal', 'Signal', 'Slack', 'Slack', 'Snapchat', 'Snapchat', 'Telegram', 'Telegram',
        'Telegram', 'Telegram', 'Telegram', 'Telegram', 'Telegram', 'Threads', 'Threads', 'Threads', 'Tumblr',
        'Tumblr', 'VK', 'VK', 'VK', 'VK', 'VK', 'Viber', 'Viber', 'WeChat', 'WeChat', 'WeChat', 'Weibo', 'Weibo',
        'Weibo', 'Weibo', 'WhatsApp', 'WhatsApp', 'WhatsApp', 'WhatsApp', 'WhatsApp', 'X', 'X', 'X', 'X', 'X', 'XING',
        'XING', 'Xiaohongshu', 'Xiaohongshu', 'Xiaohongshu', 'Zalo', 'Zalo', 'Apple Podcasts', 'Bilibili', 'Bilibili',
        'Bilibili', 'Bilibili', 'Dailymotion', 'Dailymotion', 'Dailymotion', 'Douyin', 'Douyin', 'Douyin', 'Odysee',
        'Odysee', 'Rumble', 'SoundCloud', 'SoundCloud', 'Spotify', 'Spotify', 'Spotify', 'TikTok', 'TikTok', 'TikTok',
        'TikTok', 'Twitch', 'Twitch', 'Vimeo', 'Vimeo', 'YouTube', 'YouTube', 'YouTube', 'YouTube', 'YouTube',
        'Baidu', 'Baidu', 'Bing', 'Bing', 'Brave Search', 'ChatGPT', 'ChatGPT', 'ChatGPT', 'Claude', 'Claude',
        'DeepSeek', 'DeepSeek', 'DuckDuckGo', 'DuckDuckGo', 'Ecosia', 'Ecosia', 'Gemini', 'Gemini', 'Gemini',
        'Google', 'Google', 'Google', 'Google', 'Google', 'Google', 'Google Ads', 'Google Ads', 'Google Ads', 'Google News',
        'Google News', 'Grok', 'Grok', 'Kagi', 'MSN', 'Microsoft Copilot', 'Microsoft Copilot', 'Microsoft Copilot',
        'Microsoft Copilot', 'Naver', 'Naver', 'Naver', 'Perplexity', 'Perplexity', 'Qwant', 'Qwant', 'Seznam',
        'Sogou', 'Startpage', 'Yahoo', 'Yahoo', 'Yahoo', 'Yahoo', 'Yandex', 'Yandex', 'Yandex', 'Yandex', 'Yandex',
        'GMX', 'GMX', 'GMX', 'GMX', 'GMX', 'GMX', 'Gmail', 'Gmail', 'Gmail', 'Gmail', 'Outlook', 'Outlook', 'Outlook',
        'Outlook', 'Outlook', 'Outlook', 'Proton Mail', 'Proton Mail', 'Proton Mail', 'WEB.DE', 'WEB.DE', 'WEB.DE',
        'WEB.DE', 'Yahoo Mail', 'Yahoo Mail', 'Yahoo Mail', 'iCloud', 'Mail.com', 'Mail.com', 'Apple News', 'Beacons',
        'Carrd', 'Feedly', 'Feedly', 'Flipboard', 'Flipboard', 'Hacker News', 'Inoreader', 'Inoreader', 'Ko-fi',
        'LTK', 'LTK', 'LTK', 'LTK', 'Later', 'Later', 'Linktree', 'Linktree', 'Lnk.Bio', 'Medium', 'Medium', 'Notion',
        'Notion', 'Notion', 'Patreon', 'Patreon', 'Product Hunt', 'ShopMy', 'SmartNews', 'SmartNews',
        'Stack Overflow', 'Stan', 'Substack', 'Substack', 'Wikipedia', 'Wikipedia', 'GitHub', 'GitHub', 'AliExpress',
        'AliExpress', 'AliExpress', 'Alipay', 'Alipay', 'Amazon', 'Amazon', 'Amazon', 'Amazon', 'Amazon', 'Etsy',
        'Etsy', 'Klarna', 'Klarna', 'eBay', 'eBay', 'eBay'
      ], ''), [
        toString(referrer),
        arrayStringConcat(arraySlice(splitByChar('.', toString(referrer)), -4), '.'),
        arrayStringConcat(arraySlice(splitByChar('.', toString(referrer)), -3), '.'),
        arrayStringConcat(arraySlice(splitByChar('.', toString(referrer)), -2), '.'),
        concat(extract(toString(referrer), '(?:^|\\.)(nextdoor|pinterest|google|yahoo|yandex|gmx|amazon|ebay)\\.(?:com?\\.)?[a-z]{2}$'), '.*')
      ]), toString(referrer))));
-- The shards calculate the source. This column only makes it possible to query it.
ALTER TABLE {view clicks} ADD COLUMN IF NOT EXISTS source LowCardinality(String) MATERIALIZED '';

-- Runs in the background. Until it has ended, the sources of earlier clicks are calculated when they are read.
ALTER TABLE {stored clicks} MATERIALIZE COLUMN source;

-- The version of the rollup code that wrote a revision. It increases when properties are added. If a day's version is
-- lower than the present version, the day is rolled up again, unless its clicks have expired.
ALTER TABLE {stored daily_rollups} ADD COLUMN IF NOT EXISTS version UInt8 DEFAULT 0;
ALTER TABLE {view daily_rollups} ADD COLUMN IF NOT EXISTS version UInt8 DEFAULT 0;

ALTER TABLE {stored link_rollups} ADD COLUMN IF NOT EXISTS version UInt8 DEFAULT 0;
ALTER TABLE {view link_rollups} ADD COLUMN IF NOT EXISTS version UInt8 DEFAULT 0;

-- For days whose clicks have expired or may have expired, sources are derived from the referrers of the day. If a
-- visitor came through several hosts of a source, the visitor counts once for each host.
INSERT INTO daily_rollups (project_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors, is_other)
SETTINGS insert_distributed_sync = 1
SELECT project_id, property.1, day, counting, property.2, '', sum(clicks), sum(bot_clicks), sum(visitors), sum(bot_visitors), sum(all_visitors), is_other
FROM (
  SELECT project_id, day, counting, kind, clicks, bot_clicks, visitors, bot_visitors, all_visitors, is_other,
    arrayJoin(multiIf(
      kind = 'total', [('utm_term', ''), ('utm_content', '')],
      kind != 'referrer', [(toString(kind), name)],
      [('source', arrayFirst(found -> found != '', arrayPushBack(arrayMap(host -> transform(host, [
              'bsky.app', 'bsky.social', 'xyz.blueskyweb.app', 'discord.com', 'discord.gg', 'discordapp.com', 'com.discord',
              'facebook.com', 'fb.com', 'fb.me', 'fb.watch', 'fb.gg', 'com.facebook.katana', 'com.facebook.lite',
              'instagram.com', 'instagr.am', 'ig.me', 'com.instagram.android', 'com.instagram.lite', 'kakao.com',
              'kakaocorp.com', 'com.kakao.talk', 'kick.com', 'line.me', 'lin.ee', 'jp.naver.line.android', 'lemon8-app.com',
              'com.bd.nproject', 'linkedin.com', 'lnkd.in', 'com.linkedin.android', 'mastodon.social', 'mastodon.online',
              'mstdn.social', 'mstdn.jp', 'joinmastodon.org', 'org.joinmastodon.android', 'messenger.com', 'm.me',
              'com.facebook.orca', 'com.facebook.mlite', 'teams.microsoft.com', 'teams.live.com', 'teams.cloud.microsoft',
              'teams.cdn.office.net', 'com.microsoft.teams', 'nextdoor.com', 'nextdoor.*', 'com.nextdoor', 'ok.ru',
              'odnoklassniki.ru', 'ru.ok.android', 'pinterest.com', 'pinterest.*', 'pin.it', 'com.pinterest', 'qq.com',
              'com.tencent.mobileqq', 'quora.com', 'com.quora.android', 'reddit.com', 'redd.it', 'com.reddit.frontpage',
              'signal.org', 'signal.me', 'org.thoughtcrime.securesms', 'slack.com', 'com.slack', 'snapchat.com',
              'com.snapchat.android', 'telegram.org', 'telegram.me', 't.me', 'telegram.dog', 'org.telegram.messenger',
              'org.telegram.messenger.web', 'org.thunderdog.challegram', 'threads.net', 'threads.com',
              'com.instagram.barcelona', 'tumblr.com', 'com.tumblr', 'vk.com', 'vk.ru', 'vkontakte.ru', 'vk.cc',
              'com.vkontakte.android', 'viber.com', 'com.viber.voip', 'weixin.qq.com', 'wechat.com', 'com.tencent.mm',
              'weibo.com', 'weibo.cn', 't.cn', 'com.sina.weibo', 'whatsapp.com', 'whatsapp.net', 'wa.me', 'com.whatsapp',
              'com.whatsapp.w4b', 'x.com', 'twitter.com', 't.co', 'com.twitter.android', 'com.twitter.android.lite',
              'xing.com', 'com.xing.android', 'xiaohongshu.com', 'xhslink.com', 'com.xingin.xhs', 'zalo.me',
              'com.zing.zalo', 'podcasts.apple.com', 'bilibili.com', 'bilibili.tv', 'b23.tv', 'tv.danmaku.bili',
              'dailymotion.com', 'dai.ly', 'com.dailymotion.dailymotion', 'douyin.com', 'iesdouyin.com',
              'com.ss.android.ugc.aweme', 'odysee.com', 'com.odysee.app', 'rumble.com', 'soundcloud.com',
              'com.soundcloud.android', 'spotify.com', 'spoti.fi', 'com.spotify.music', 'tiktok.com', 'tiktokv.com',
              'com.zhiliaoapp.musically', 'com.ss.android.ugc.trill', 'twitch.tv', 'tv.twitch.android.app', 'vimeo.com',
              'com.vimeo.android.videoapp', 'youtube.com', 'youtu.be', 'youtube-nocookie.com', 'com.google.android.youtube',
              'com.google.android.apps.youtube.music', 'baidu.com', 'com.baidu.searchbox', 'bing.com', 'com.microsoft.bing',
              'search.brave.com', 'chatgpt.com', 'chat.openai.com', 'com.openai.chatgpt', 'claude.ai',
              'com.anthropic.claude', 'deepseek.com', 'com.deepseek.chat', 'duckduckgo.com',
              'com.duckduckgo.mobile.android', 'ecosia.org', 'com.ecosia.android', 'gemini.google.com', 'bard.google.com',
              'com.google.android.apps.bard', 'google.com', 'google.*', 'google.cat', 'g.co', 'com.google.android.googlequicksearchbox',
              'com.google.android.apps.searchlite', 'doubleclick.net', 'googleadservices.com', 'googlesyndication.com',
              'news.google.com', 'com.google.android.apps.magazines', 'grok.com', 'ai.x.grok', 'kagi.com', 'msn.com',
              'copilot.microsoft.com', 'copilot.com', 'copilot.cloud.microsoft', 'com.microsoft.copilot', 'naver.com',
              'naver.me', 'com.nhn.android.search', 'perplexity.ai', 'ai.perplexity.app.android', 'qwant.com',
              'com.qwant.liberty', 'seznam.cz', 'sogou.com', 'startpage.com', 'yahoo.com', 'yahoo.*',
              'com.yahoo.mobile.client.android.search', 'jp.co.yahoo.android.yjtop', 'yandex.com', 'yandex.*', 'yandex.net',
              'ya.ru', 'ru.yandex.searchplugin', 'gmx.net', 'gmx.com', 'gmx.*', 'deref-gmx.net', 'deref-gmx.com',
              'de.gmx.mobile.android.mail', 'mail.google.com', 'gmail.com', 'com.google.android.gm',
              'com.google.android.gm.lite', 'outlook.com', 'outlook.live.com', 'outlook.office.com',
              'outlook.office365.com', 'outlook.cloud.microsoft', 'com.microsoft.office.outlook', 'mail.proton.me',
              'protonmail.com', 'ch.protonmail.android', 'web.de', 'deref-web.de', 'deref-web-02.de',
              'de.web.mobile.android.mail', 'mail.yahoo.com', 'mail.yahoo.co.jp', 'com.yahoo.mobile.client.android.mail',
              'icloud.com', 'mail.com', 'deref-mail.com', 'apple.news', 'beacons.ai', 'carrd.co', 'feedly.com',
              'com.devhd.feedly', 'flipboard.com', 'flipboard.app', 'news.ycombinator.com', 'inoreader.com',
              'com.innologica.inoreader', 'ko-fi.com', 'shopltk.com', 'ltk.app', 'liketk.it', 'liketoknow.it', 'linkin.bio',
              'later.com', 'linktr.ee', 'linktree.com', 'lnk.bio', 'medium.com', 'com.medium.reader', 'notion.so',
              'notion.site', 'notion.com', 'patreon.com', 'com.patreon.android', 'producthunt.com', 'shopmy.us',
              'smartnews.com', 'jp.gocro.smartnews.android', 'stackoverflow.com', 'stan.store', 'substack.com',
              'com.substack.app', 'wikipedia.org', 'org.wikipedia', 'github.com', 'com.github.android', 'aliexpress.com',
              'aliexpress.us', 'com.alibaba.aliexpresshd', 'alipay.com', 'com.eg.android.alipaygphone', 'amazon.com',
              'amazon.*', 'amzn.to', 'a.co', 'com.amazon.mshop.android.shopping', 'etsy.com', 'com.etsy.android',
              'klarna.com', 'com.myklarnamobile', 'ebay.com', 'ebay.*', 'com.ebay.mobile'
            ], [
              'Bluesky', 'Bluesky', 'Bluesky', 'Discord', 'Discord', 'Discord', 'Discord', 'Facebook', 'Facebook',
              'Facebook', 'Facebook', 'Facebook', 'Facebook', 'Facebook', 'Instagram', 'Instagram', 'Instagram',
              'Instagram', 'Instagram', 'KakaoTalk', 'KakaoTalk', 'KakaoTalk', 'Kick', 'LINE', 'LINE', 'LINE', 'Lemon8',
              'Lemon8', 'LinkedIn', 'LinkedIn', 'LinkedIn', 'Mastodon', 'Mastodon', 'Mastodon', 'Mastodon', 'Mastodon',
              'Mastodon', 'Messenger', 'Messenger', 'Messenger', 'Messenger', 'Microsoft Teams', 'Microsoft Teams',
              'Microsoft Teams', 'Microsoft Teams', 'Microsoft Teams', 'Nextdoor', 'Nextdoor', 'Nextdoor', 'OK.ru', 'OK.ru',
              'OK.ru', 'Pinterest', 'Pinterest', 'Pinterest', 'Pinterest', 'QQ', 'QQ', 'Quora', 'Quora', 'Reddit', 'Reddit',
              'Reddit', 'Signal', 'Signal', 'Signal', 'Slack', 'Slack', 'Snapchat', 'Snapchat', 'Telegram', 'Telegram',
              'Telegram', 'Telegram', 'Telegram', 'Telegram', 'Telegram', 'Threads', 'Threads', 'Threads', 'Tumblr',
              'Tumblr', 'VK', 'VK', 'VK', 'VK', 'VK', 'Viber', 'Viber', 'WeChat', 'WeChat', 'WeChat', 'Weibo', 'Weibo',
              'Weibo', 'Weibo', 'WhatsApp', 'WhatsApp', 'WhatsApp', 'WhatsApp', 'WhatsApp', 'X', 'X', 'X', 'X', 'X', 'XING',
              'XING', 'Xiaohongshu', 'Xiaohongshu', 'Xiaohongshu', 'Zalo', 'Zalo', 'Apple Podcasts', 'Bilibili', 'Bilibili',
              'Bilibili', 'Bilibili', 'Dailymotion', 'Dailymotion', 'Dailymotion', 'Douyin', 'Douyin', 'Douyin', 'Odysee',
              'Odysee', 'Rumble', 'SoundCloud', 'SoundCloud', 'Spotify', 'Spotify', 'Spotify', 'TikTok', 'TikTok', 'TikTok',
              'TikTok', 'Twitch', 'Twitch', 'Vimeo', 'Vimeo', 'YouTube', 'YouTube', 'YouTube', 'YouTube', 'YouTube',
              'Baidu', 'Baidu', 'Bing', 'Bing', 'Brave Search', 'ChatGPT', 'ChatGPT', 'ChatGPT', 'Claude', 'Claude',
              'DeepSeek', 'DeepSeek', 'DuckDuckGo', 'DuckDuckGo', 'Ecosia', 'Ecosia', 'Gemini', 'Gemini', 'Gemini',
              'Google', 'Google', 'Google', 'Google', 'Google', 'Google', 'Google Ads', 'Google Ads', 'Google Ads', 'Google News',
              'Google News', 'Grok', 'Grok', 'Kagi', 'MSN', 'Microsoft Copilot', 'Microsoft Copilot', 'Microsoft Copilot',
              'Microsoft Copilot', 'Naver', 'Naver', 'Naver', 'Perplexity', 'Perplexity', 'Qwant', 'Qwant', 'Seznam',
              'Sogou', 'Startpage', 'Yahoo', 'Yahoo', 'Yahoo', 'Yahoo', 'Yandex', 'Yandex', 'Yandex', 'Yandex', 'Yandex',
              'GMX', 'GMX', 'GMX', 'GMX', 'GMX', 'GMX', 'Gmail', 'Gmail', 'Gmail', 'Gmail', 'Outlook', 'Outlook', 'Outlook',
              'Outlook', 'Outlook', 'Outlook', 'Proton Mail', 'Proton Mail', 'Proton Mail', 'WEB.DE', 'WEB.DE', 'WEB.DE',
              'WEB.DE', 'Yahoo Mail', 'Yahoo Mail', 'Yahoo Mail', 'iCloud', 'Mail.com', 'Mail.com', 'Apple News', 'Beacons',
              'Carrd', 'Feedly', 'Feedly', 'Flipboard', 'Flipboard', 'Hacker News', 'Inoreader', 'Inoreader', 'Ko-fi',
              'LTK', 'LTK', 'LTK', 'LTK', 'Later', 'Later', 'Linktree', 'Linktree', 'Lnk.Bio', 'Medium', 'Medium', 'Notion',
              'Notion', 'Notion', 'Patreon', 'Patreon', 'Product Hunt', 'ShopMy', 'SmartNews', 'SmartNews',
              'Stack Overflow', 'Stan', 'Substack', 'Substack', 'Wikipedia', 'Wikipedia', 'GitHub', 'GitHub', 'AliExpress',
              'AliExpress', 'AliExpress', 'Alipay', 'Alipay', 'Amazon', 'Amazon', 'Amazon', 'Amazon', 'Amazon', 'Etsy',
              'Etsy', 'Klarna', 'Klarna', 'eBay', 'eBay', 'eBay'
            ], ''), [
              name,
              arrayStringConcat(arraySlice(splitByChar('.', name), -4), '.'),
              arrayStringConcat(arraySlice(splitByChar('.', name), -3), '.'),
              arrayStringConcat(arraySlice(splitByChar('.', name), -2), '.'),
              concat(extract(name, '(?:^|\\.)(nextdoor|pinterest|google|yahoo|yandex|gmx|amazon|ebay)\\.(?:com?\\.)?[a-z]{2}$'), '.*')
            ]), name)))])) AS property
  FROM daily_rollups
  WHERE kind IN ('total', 'referrer', 'source', 'utm_term', 'utm_content') AND day < (
    SELECT addMonths(toStartOfMonth(toDate(ifNull(minOrNull(at), now64(3, 'UTC')), 'UTC')), 1) FROM clicks
  )
)
GROUP BY project_id, day, counting, property, is_other
HAVING countIf(kind = property.1) = 0;
