import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fontPath, storeFontsPath } from '@linkshelf/contract'
import type { Page, Route } from 'playwright-core'
import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import { readStoreFont } from '../../../server/src/platform/http/store-font-files.ts'
import { type View, viewports } from '../browser/scene-visitor.ts'
import { pictureOrigin } from './sample-store.ts'
import type { StorePageScene } from './store-page-scenes.ts'
import { drawWindowPicture } from './window-pictures.ts'

export interface StorePageVisitor extends AsyncDisposable {
  page: Page
  /** Resolves when everything that the page needs is loaded. */
  open(scene: StorePageScene, view: View): Promise<void>
  /** Requests without an answer, and console errors, since the scene was opened. */
  problems(): string[]
}

type VisitorOptions = Parameters<OpenBrowser['newVisitor']>[0]

const address = 'https://store.example/page'
/** The path of fonts for other writing systems, for example Arabic. */
const scriptFontsPath = '/script-fonts/'
const fontFile = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))

/** Opens a visitor who sees one scene after another at the same URL. Animations are off. */
export async function openStorePageVisitor({ newVisitor }: OpenBrowser, options: VisitorOptions = {}): Promise<StorePageVisitor> {
  const { context, page } = await newVisitor({ reducedMotion: 'reduce', ...options })
  let html = ''
  let problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.route('**/*', async (route: Route) => {
    const url = new URL(route.request().url())
    if (url.href === address) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
    if (url.pathname.startsWith(storeFontsPath))
      return route.fulfill({ contentType: 'font/woff2', body: await readStoreFont(url.pathname) })
    if (url.origin === pictureOrigin || url.pathname.startsWith('/media/'))
      return route.fulfill({ contentType: 'image/svg+xml', body: drawPicture(url.pathname) })
    if (url.pathname.startsWith(scriptFontsPath))
      return route.fulfill({ contentType: 'font/woff2', path: toFontPath(url.pathname.slice(scriptFontsPath.length)) })
    if (url.pathname === fontPath) return route.fulfill({ contentType: 'font/woff2', body: await readFile(fontFile) })
    if (url.pathname === '/favicon.ico') return route.fulfill({ status: 204 })
    problems.push(`${url.href} was requested`)
    return route.abort()
  })

  return {
    page,
    problems: () => problems,
    async open(scene, view) {
      html = addScriptFonts(scene.html)
      problems = []
      await page.setViewportSize(viewports[view])
      await page.goto(address, { waitUntil: 'load' })
      // Loads the letters of cards below the window too. These cards are drawn only when they are scrolled into view.
      await page.evaluate(() => document.fonts.load("1em 'Inter'", document.body.textContent ?? ''))
      await page.evaluate(() => document.fonts.ready)
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/**
 * Packaged fonts for Japanese and Arabic letters. Without them, each machine would draw these letters with its own
 * fonts in other widths. Their font faces are before the page's own font face, because the browser prefers the last
 * face that has a letter.
 */
const scriptFonts: { letters: RegExp; faces: string }[] = [
  { letters: /[\u3040-\u30ff]/, faces: listFaces('noto-sans-jp', (subset) => subset.startsWith('[')) },
  { letters: /[\u0600-\u06ff]/, faces: listFaces('rubik', (subset) => subset === 'arabic') },
]

function addScriptFonts(html: string): string {
  const faces = scriptFonts.filter(({ letters }) => letters.test(html)).map((font) => font.faces)
  return html.replace('<style>', () => `<style>${faces.join('')}</style><style>`)
}

function listFaces(font: string, isUsed: (subset: string) => boolean): string {
  const subsets: Record<string, string> = JSON.parse(readFileSync(toFontPath(`${font}/unicode.json`), 'utf8'))
  return Object.entries(subsets)
    .filter(([subset]) => isUsed(subset))
    .map(([subset, ranges]) => {
      const file = `${font}/files/${font}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
      return `@font-face{font-family:'Inter';font-weight:100 900;src:url(${scriptFontsPath}${file}) format('woff2');unicode-range:${ranges}}`
    })
    .join('')
}

function toFontPath(path: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}`))
}

/** Draws a shape on a white background. The shape depends on the path. The banner is a landscape. */
function drawPicture(path: string): string {
  const ofWindow = drawWindowPicture(path)
  if (ofWindow !== undefined) return ofWindow
  const seed = [...path].reduce((sum, letter) => sum + letter.charCodeAt(0) * 37, 0)
  const color = `hsl(${seed % 360} 45% 45%)`
  const photograph = path.includes('/photograph-') && drawPhotograph(path)
  if (photograph) return photograph
  if (path.includes('99/'))
    return toSvg(
      1600,
      400,
      `<rect width="1600" height="400" fill="#d9c7a8"/><path d="M0 400 500 120 800 300 1150 60 1600 400Z" fill="#7b8f6a"/>`,
    )
  const body = seed % 2 === 0 ? '<rect x="180" y="140" width="240" height="320" rx="40"/>' : '<circle cx="300" cy="300" r="160"/>'
  return toSvg(
    600,
    600,
    `<rect width="600" height="600" fill="#fff"/><g fill="${color}">${body}<rect x="270" y="90" width="60" height="90" rx="20"/></g>`,
  )
}

/** Draws a photograph without a white edge, in the size at the end of its URL. */
function drawPhotograph(path: string): string {
  const [, width = 0, height = 0] = /\/(\d+)x(\d+)[.]/.exec(path)?.map(Number) ?? []
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f7b267"/><stop offset="1" stop-color="#6d597a"/></linearGradient>`
  const sun = `<circle cx="${width * 0.8}" cy="${height * 0.2}" r="${Math.min(width, height) * 0.13}" fill="#fff3d6"/>`
  const hill = `<path d="M0 ${height}V${height * 0.7}L${width * 0.4} ${height * 0.5} ${width} ${height * 0.8}V${height}Z" fill="#355070"/>`
  return toSvg(width, height, `${sky}<rect width="${width}" height="${height}" fill="url(#sky)"/>${sun}${hill}`)
}

function toSvg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}
