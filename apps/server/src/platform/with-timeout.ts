/** What `work` gives, or an error when that takes longer. The work itself goes on. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
