// Sites and apps that visits come from, under the names that people use. A site can have several hosts. An app sends
// its package name or no referrer. In analytics, all of them are one source.
//
// The column `source` of `clicks` is computed from this table, in ClickHouse SQL. If this table changes, a migration
// must alter the column (traffic-sources.test.ts).

interface TrafficSource {
  /**
   * Hosts, which include their subdomains, and package names of Android apps. `google.*` includes the hosts of all
   * countries, for example google.co.uk.
   */
  hosts: readonly string[]
  /** Names of the apps' own browsers, as `parseUserAgent` returns them. */
  browsers?: readonly string[]
}

function source(hosts: string, ...browsers: string[]): TrafficSource {
  return { hosts: hosts.split(' '), browsers }
}

export const trafficSources: Readonly<Record<string, TrafficSource>> = {
  // Networks and messengers
  Bluesky: source('bsky.app bsky.social xyz.blueskyweb.app'),
  Discord: source('discord.com discord.gg discordapp.com com.discord'),
  Facebook: source('facebook.com fb.com fb.me fb.watch fb.gg com.facebook.katana com.facebook.lite', 'Facebook'),
  Instagram: source('instagram.com instagr.am ig.me com.instagram.android com.instagram.lite', 'Instagram'),
  KakaoTalk: source('kakao.com kakaocorp.com com.kakao.talk', 'KakaoTalk'),
  Kick: source('kick.com'),
  LINE: source('line.me lin.ee jp.naver.line.android', 'LINE'),
  Lemon8: source('lemon8-app.com com.bd.nproject'),
  LinkedIn: source('linkedin.com lnkd.in com.linkedin.android', 'LinkedIn'),
  Mastodon: source('mastodon.social mastodon.online mstdn.social mstdn.jp joinmastodon.org org.joinmastodon.android'),
  Messenger: source('messenger.com m.me com.facebook.orca com.facebook.mlite', 'Messenger'),
  'Microsoft Teams': source('teams.microsoft.com teams.live.com teams.cloud.microsoft teams.cdn.office.net com.microsoft.teams'),
  Nextdoor: source('nextdoor.com nextdoor.* com.nextdoor'),
  'OK.ru': source('ok.ru odnoklassniki.ru ru.ok.android'),
  Pinterest: source('pinterest.com pinterest.* pin.it com.pinterest', 'Pinterest'),
  QQ: source('qq.com com.tencent.mobileqq', 'QQ'),
  Quora: source('quora.com com.quora.android'),
  Reddit: source('reddit.com redd.it com.reddit.frontpage', 'Reddit'),
  Signal: source('signal.org signal.me org.thoughtcrime.securesms'),
  Slack: source('slack.com com.slack', 'Slack'),
  Snapchat: source('snapchat.com com.snapchat.android', 'Snapchat'),
  Telegram: source(
    'telegram.org telegram.me t.me telegram.dog org.telegram.messenger org.telegram.messenger.web org.thunderdog.challegram',
    'Telegram',
  ),
  Threads: source('threads.net threads.com com.instagram.barcelona', 'Threads'),
  Tumblr: source('tumblr.com com.tumblr'),
  VK: source('vk.com vk.ru vkontakte.ru vk.cc com.vkontakte.android'),
  Viber: source('viber.com com.viber.voip'),
  WeChat: source('weixin.qq.com wechat.com com.tencent.mm', 'WeChat'),
  Weibo: source('weibo.com weibo.cn t.cn com.sina.weibo', 'Weibo'),
  WhatsApp: source('whatsapp.com whatsapp.net wa.me com.whatsapp com.whatsapp.w4b', 'WhatsApp'),
  X: source('x.com twitter.com t.co com.twitter.android com.twitter.android.lite', 'X'),
  XING: source('xing.com com.xing.android'),
  Xiaohongshu: source('xiaohongshu.com xhslink.com com.xingin.xhs'),
  Zalo: source('zalo.me com.zing.zalo'),

  // Videos and music
  'Apple Podcasts': source('podcasts.apple.com'),
  Bilibili: source('bilibili.com bilibili.tv b23.tv tv.danmaku.bili'),
  Dailymotion: source('dailymotion.com dai.ly com.dailymotion.dailymotion'),
  Douyin: source('douyin.com iesdouyin.com com.ss.android.ugc.aweme'),
  Odysee: source('odysee.com com.odysee.app'),
  Rumble: source('rumble.com'),
  SoundCloud: source('soundcloud.com com.soundcloud.android'),
  Spotify: source('spotify.com spoti.fi com.spotify.music'),
  TikTok: source('tiktok.com tiktokv.com com.zhiliaoapp.musically com.ss.android.ugc.trill', 'TikTok'),
  Twitch: source('twitch.tv tv.twitch.android.app'),
  Vimeo: source('vimeo.com com.vimeo.android.videoapp'),
  YouTube: source('youtube.com youtu.be youtube-nocookie.com com.google.android.youtube com.google.android.apps.youtube.music', 'YouTube'),

  // Search and assistants
  Baidu: source('baidu.com com.baidu.searchbox', 'Baidu'),
  Bing: source('bing.com com.microsoft.bing'),
  'Brave Search': source('search.brave.com'),
  ChatGPT: source('chatgpt.com chat.openai.com com.openai.chatgpt'),
  Claude: source('claude.ai com.anthropic.claude'),
  DeepSeek: source('deepseek.com com.deepseek.chat'),
  DuckDuckGo: source('duckduckgo.com com.duckduckgo.mobile.android'),
  Ecosia: source('ecosia.org com.ecosia.android'),
  Gemini: source('gemini.google.com bard.google.com com.google.android.apps.bard'),
  Google: source(
    'google.com google.* google.cat g.co com.google.android.googlequicksearchbox com.google.android.apps.searchlite',
    'Google app',
  ),
  'Google Ads': source('doubleclick.net googleadservices.com googlesyndication.com'),
  'Google News': source('news.google.com com.google.android.apps.magazines'),
  Grok: source('grok.com ai.x.grok'),
  Kagi: source('kagi.com'),
  MSN: source('msn.com'),
  'Microsoft Copilot': source('copilot.microsoft.com copilot.com copilot.cloud.microsoft com.microsoft.copilot'),
  Naver: source('naver.com naver.me com.nhn.android.search', 'Naver'),
  Perplexity: source('perplexity.ai ai.perplexity.app.android'),
  Qwant: source('qwant.com com.qwant.liberty'),
  Seznam: source('seznam.cz'),
  Sogou: source('sogou.com'),
  Startpage: source('startpage.com'),
  Yahoo: source('yahoo.com yahoo.* com.yahoo.mobile.client.android.search jp.co.yahoo.android.yjtop', 'Yahoo'),
  Yandex: source('yandex.com yandex.* yandex.net ya.ru ru.yandex.searchplugin'),

  // Mail
  GMX: source('gmx.net gmx.com gmx.* deref-gmx.net deref-gmx.com de.gmx.mobile.android.mail'),
  Gmail: source('mail.google.com gmail.com com.google.android.gm com.google.android.gm.lite'),
  Outlook: source(
    'outlook.com outlook.live.com outlook.office.com outlook.office365.com outlook.cloud.microsoft com.microsoft.office.outlook',
  ),
  'Proton Mail': source('mail.proton.me protonmail.com ch.protonmail.android'),
  'WEB.DE': source('web.de deref-web.de deref-web-02.de de.web.mobile.android.mail'),
  'Yahoo Mail': source('mail.yahoo.com mail.yahoo.co.jp com.yahoo.mobile.client.android.mail'),
  iCloud: source('icloud.com'),
  'Mail.com': source('mail.com deref-mail.com'),

  // Link pages, newsletters, news and reading
  'Apple News': source('apple.news'),
  Beacons: source('beacons.ai'),
  Carrd: source('carrd.co'),
  Feedly: source('feedly.com com.devhd.feedly'),
  Flipboard: source('flipboard.com flipboard.app'),
  'Hacker News': source('news.ycombinator.com'),
  Inoreader: source('inoreader.com com.innologica.inoreader'),
  'Ko-fi': source('ko-fi.com'),
  LTK: source('shopltk.com ltk.app liketk.it liketoknow.it'),
  Later: source('linkin.bio later.com'),
  Linktree: source('linktr.ee linktree.com'),
  'Lnk.Bio': source('lnk.bio'),
  Medium: source('medium.com com.medium.reader'),
  Notion: source('notion.so notion.site notion.com'),
  Patreon: source('patreon.com com.patreon.android'),
  'Product Hunt': source('producthunt.com'),
  ShopMy: source('shopmy.us'),
  SmartNews: source('smartnews.com jp.gocro.smartnews.android'),
  'Stack Overflow': source('stackoverflow.com'),
  Stan: source('stan.store'),
  Substack: source('substack.com com.substack.app'),
  Wikipedia: source('wikipedia.org org.wikipedia'),
  GitHub: source('github.com com.github.android'),

  // Shops
  AliExpress: source('aliexpress.com aliexpress.us com.alibaba.aliexpresshd'),
  Alipay: source('alipay.com com.eg.android.alipaygphone', 'Alipay'),
  Amazon: source('amazon.com amazon.* amzn.to a.co com.amazon.mshop.android.shopping'),
  Etsy: source('etsy.com com.etsy.android'),
  Klarna: source('klarna.com com.myklarnamobile', 'Klarna'),
  eBay: source('ebay.com ebay.* com.ebay.mobile'),
}

const [nameOfHost, nameOfBrowser] = [new Map<string, string>(), new Map<string, string>()]
for (const [name, { hosts, browsers = [] }] of Object.entries(trafficSources)) {
  for (const host of hosts) nameOfHost.set(host, name)
  for (const browser of browsers) nameOfBrowser.set(browser, name)
}

const brands = [...nameOfHost.keys()].filter((host) => host.endsWith('.*')).map((host) => host.slice(0, -2))
const hostOfCountry = new RegExp(`(?:^|\\.)(${brands.join('|')})\\.(?:com?\\.)?[a-z]{2}$`)

/**
 * Returns the source of a visit: the name of the referring site or app. If the referrer is unknown, returns its host.
 * If there is no referrer, returns the name of the app that owns the browser, or '' if the browser belongs to no app.
 * `referrer` is a host as `parseReferrerHost` returns it.
 */
export function findTrafficSource(referrer: string, browser: string): string {
  if (referrer === '') return nameOfBrowser.get(browser) ?? ''
  const labels = referrer.split('.')
  const brand = hostOfCountry.exec(referrer)?.[1]
  const known = [referrer, ...[4, 3, 2].map((count) => labels.slice(-count).join('.')), `${brand}.*`]
  return known.map((host) => nameOfHost.get(host)).find((name) => name !== undefined) ?? referrer
}
