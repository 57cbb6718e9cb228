export interface VisitorPool<Visitor> {
  /**
   * Runs the check with an idle visitor, or with a new visitor if none is idle. A visitor is used again only if its
   * check passed.
   */
  withVisitor(check: (visitor: Visitor) => Promise<void>): Promise<void>
}

/**
 * A pool of visitors in one browser. Each visitor fetches and compiles the scripts only once. The visitors are closed
 * with the browser.
 */
export function createVisitorPool<Visitor>(openVisitor: () => Promise<Visitor>): VisitorPool<Visitor> {
  const idle: Visitor[] = []
  return {
    async withVisitor(check) {
      const visitor = idle.pop() ?? (await openVisitor())
      await check(visitor)
      idle.push(visitor)
    },
  }
}
