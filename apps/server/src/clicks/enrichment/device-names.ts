// What the User-Agent parser doesn't know, or calls otherwise than people do. In each list the first that fits is the name.

type Names = readonly (readonly [RegExp, string])[]

/** Browsers inside apps come first, where most clicks on shared links happen; to the parser they are the system's web view. */
const browsers: Names = [
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

const systems: Names = [
  [/PlayStation/i, 'PlayStation'],
  [/Nintendo/, 'Nintendo'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/KAIOS/, 'KaiOS'],
  [/\bRoku\b/, 'Roku'],
  [/\bWeb0S\b/, 'webOS'],
]

const nameIn = (names: Names, userAgent: string): string | undefined => names.find(([pattern]) => pattern.test(userAgent))?.[1]

export function browserNamed(userAgent: string): string | undefined {
  return nameIn(browsers, userAgent)
}

export function systemNamed(userAgent: string): string | undefined {
  return nameIn(systems, userAgent)
}
