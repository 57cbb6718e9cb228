import type { OpenBrowser } from '../../../../harness/open-browser.ts'
import { openSceneVisitor, type SceneVisitor } from './scene-visitor.ts'

export interface VisitorPool {
  /**
   * Runs the check with a visitor that is free, or with a new one. A visitor is used again only after a passed check.
   */
  withVisitor(check: (visitor: SceneVisitor) => Promise<void>): Promise<void>
}

/** The visitors of one browser. Each has fetched and compiled the dashboard once. They are closed with the browser. */
export function createVisitorPool(browser: OpenBrowser): VisitorPool {
  const idle: SceneVisitor[] = []
  return {
    async withVisitor(check) {
      const visitor = idle.pop() ?? (await openSceneVisitor(browser))
      await check(visitor)
      idle.push(visitor)
    },
  }
}
