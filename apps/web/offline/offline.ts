import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { createSelfContainedPolicy } from '../../server/src/platform/http/content-security-policy.ts'
import { formatUsedVariables, removeBlanks, removeComments } from '../first-paint/first-paint.ts'

/** Writes `service-worker.js`. The file contains the whole page that is shown if the dashboard can't be reached. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const [worker, page, style, script, shelf] = await Promise.all([
        readSource('service-worker.js'),
        readSource('offline.html'),
        readSource('offline.css'),
        readSource('offline.js'),
        readSource('../src/ui/states/shelf.svg'),
      ])
      const css = removeBlanks(`${formatUsedVariables(style)}${style}`)
      const code = removeComments(script)
      const html = removeBlanks(page)
        .replace('OFFLINE_SHELF', () => removeBlanks(shelf))
        .replace('</head>', () => `<style>${css}</style><script>${code}</script></head>`)
      const built = removeComments(worker)
        .replace('OFFLINE_PAGE', () => JSON.stringify(html))
        .replace('OFFLINE_POLICY', () => JSON.stringify(createSelfContainedPolicy(css, code)))
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: `${built}\n` })
    },
  }
}

function readSource(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, name), 'utf8')
}
