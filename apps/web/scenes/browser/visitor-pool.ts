export interface VisitorPool<Visitor> {
  /**
   * Runs the check with a visitor that is free, or with a new one. A visitor is used again only after a passed check.
   */
  withVisitor(check: (visitor: Visitor) => Promise<void>): Promise<void>
}

/** Visitors of one browser, which are closed with it: each fetches and compiles the scripts that it needs once. */
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
