import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dashboardHeader, refreshThresholdMs } from '@linkshelf/contract'
import type { Plugin } from 'vite'
import { themeVariables } from '../src/ui/theme.ts'
import { listFilesByScreen } from './screen-files.ts'

/**
 * Matches the links to style sheets in the built page. A script requests the style sheets instead, because such links
 * would delay the first frame.
 */
const styleSheet = /<link rel="stylesheet"[^>]*? href="([^"]+)"[^>]*>/g

/**
 * Makes `index.html` useful before the dashboard's code is loaded. The page sets the color scheme, shows the frame of
 * the layout, and requests its style sheets and the files of the screen. The code is inline, so that it waits for no
 * other request. The server allows the script by its hash.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const [script, style, frame, logo] = await Promise.all([
          readSource('first-paint.js'),
          readSource('frame.css'),
          readSource('frame.html'),
          readSource('../public/favicon.svg'),
        ])
        const files = bundle === undefined ? {} : listFilesByScreen(bundle)
        const code = script
          .replace('STYLE_SHEETS', JSON.stringify(Array.from(html.matchAll(styleSheet), ([, href]) => href)))
          .replace('SCREEN_FILES', JSON.stringify(files))
          .replace('REFRESH_THRESHOLD_MS', String(refreshThresholdMs))
          .replace('DASHBOARD_HEADER', JSON.stringify(dashboardHeader))
        return {
          html: html
            .replaceAll(styleSheet, '')
            .replace('<div id="root">', `<div id="root">${removeBlanks(frame.replaceAll('FRAME_LOGO', logo))}`),
          tags: [
            { tag: 'style', children: removeBlanks(`${formatUsedVariables(style)}${style}`), injectTo: 'head' },
            { tag: 'script', children: `{${removeComments(code)}}`, injectTo: 'head' },
          ],
        }
      },
    },
  }
}

function readSource(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, name), 'utf8')
}

/**
 * Returns declarations of the theme variables that a style uses. They are for pages that are shown before the
 * dashboard's code is loaded, or without this code.
 */
export function formatUsedVariables(style: string): string {
  const used = new Set(style.match(/--[\w-]+/g))
  const { variables, light, dark } = themeVariables({})
  const formatDeclarations = (values: Record<string, string>) =>
    Object.entries(values).flatMap(([name, value]) => (used.has(name) ? `${name}:${value};` : []))
  const darkScheme = formatDeclarations(dark).join('')
  return `:root{${[...formatDeclarations(variables), ...formatDeclarations(light)].join('')}}
    @media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme="light"]){${darkScheme}}}
    :root[data-mantine-color-scheme="dark"]{${darkScheme}}`
}

export function removeBlanks(text: string): string {
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replaceAll('> <', '><')
    .trim()
}

export function removeComments(script: string): string {
  return script
    .replace(/^\s*(\/\/|\/\*\*).*$/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim()
}
