// Browsers and systems that the User-Agent parser doesn't know, or names otherwise than people do. The first
// pattern that matches wins.

type NamePatterns = readonly (readonly [RegExp, string])[]

/**
 * In-app browsers come first: most clicks on shared links happen there, and the parser takes them for
 * the system's web view.
 */
const browsers: NamePatterns = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bBarcelona \d/, 'Threads'],
  [/MessengerForiOS|FB_IAB\/MESSENGER/, 'Messenger'],
  [/FBA[NV]|FB_IAB|FB4A/, 'Facebook'],
  [/musical_ly|BytedanceWebview|TikTok/i, 'TikTok'],
  [/\bPinterest\//, 'Pinterest'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/LinkedInApp/, 'LinkedIn'],
  [/Twitter for|TwitterAndroid/, 'X'],
  [/\bReddit\//, 'Reddit'],
  [/com\.google\.android\.youtube|YouTube\//, 'YouTube'],
  [/MicroMessenger/, 'WeChat'],
  [/\bLine\//, 'LINE'],
  [/KAKAOTALK/, 'KakaoTalk'],
  [/\bNAVER\(/, 'Naver'],
  [/\bQQ\/\d/, 'QQ'],
  [/\bWeibo\b/, 'Weibo'],
  [/\bAlipayClient\//, 'Alipay'],
  [/\bTelegram-Android\//, 'Telegram'],
  [/\bWhatsApp\//, 'WhatsApp'],
  [/\bSlack\//, 'Slack'],
  [/\bKlarna\//, 'Klarna'],
  [/\bGSA\//, 'Google app'],
  [/\bYJApp-/, 'Yahoo'],
  [/\bbaiduboxapp\//, 'Baidu'],
  [/\bOPT\//, 'Opera Touch'],
  [/\bOPX\/|\bOPRGX\//, 'Opera GX'],
  [/Opera Mini|\bOPiOS\//, 'Opera Mini'],
  [/\b(?:Focus|Klar)\//, 'Firefox Focus'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bQuark\//, 'Quark'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bYaSearchBrowser\//, 'Yandex Browser'],
  [/\bUBrowser\//, 'UC Browser'],
  [/\bcoc_coc_browser\//, 'Coc Coc'],
  [/\bMxBrowser\//, 'Maxthon'],
  [/\bWhale\//, 'Whale'],
  [/\bOculusBrowser\//, 'Meta Quest'],
  [/\bTesla\b/, 'Tesla'],
  [/\bKindle\//, 'Kindle'],
  [/PlayStation/i, 'PlayStation'],
  [/Nintendo/, 'Nintendo'],
  [/\bWeb0S\b/, 'webOS'],
]

const systems: NamePatterns = [
  [/PlayStation/i, 'PlayStation'],
  [/Nintendo/, 'Nintendo'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/KAIOS/, 'KaiOS'],
  [/\bRoku\b/, 'Roku'],
  [/\bWeb0S\b/, 'webOS'],
]

const findName = (names: NamePatterns, userAgent: string): string | undefined => names.find(([pattern]) => pattern.test(userAgent))?.[1]

export function findBrowserName(userAgent: string): string | undefined {
  return findName(browsers, userAgent)
}

export function findSystemName(userAgent: string): string | undefined {
  return findName(systems, userAgent)
}
