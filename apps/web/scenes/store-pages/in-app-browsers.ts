import { splitStyle } from './older-browsers.ts'
import { type StorePageScene, storePageScenes } from './store-page-scenes.ts'

interface InAppBrowser {
  name: string
  userAgent: string
}

/**
 * User agents of browsers inside apps. Their operating systems are about as old as the oldest operating systems that
 * store pages support.
 */
export const inAppBrowsers: InAppBrowser[] = [
  {
    name: 'Instagram',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 278.0.0.19.115 (iPhone12,1; iOS 15_4_1; en_US; en-US; scale=2.00; 828x1792; 463736449)',
  },
  {
    name: 'TikTok',
    userAgent:
      'Mozilla/5.0 (Linux; Android 12; SM-A525F Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.118 Mobile Safari/537.36 musical_ly_2022803040 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/28.3.4 ByteLocale/en BytedanceWebview/d8a21c6',
  },
]

/** The area of a phone's screen between the bars of the app. */
export const inAppViewport = { width: 390, height: 660 }

/** The pages of each layout with the styles that a browser inside an app supports. */
export const inAppScenes: StorePageScene[] = storePageScenes
  .filter(({ name, brand }) => brand === 'light' && /^(left|top|grid|list|magazine) |right-to-left/.test(name))
  .map((scene) => ({
    ...scene,
    name: `${scene.name} in an app`,
    html: scene.html.replace(/<style>(.*?)<\/style>/gs, (_whole, css: string) => `<style>${splitStyle(css).understood}</style>`),
  }))
