/**
 * The result of `work`, or an error after `ms`. The work itself continues. A result that has arrived by then wins, also
 * when the process was too busy to read it.
 */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // After a pause of the process, timers run before data that has arrived is read.
  const timer = setTimeout(() => setImmediate(() => reject(new Error(`No answer within ${ms} ms`))), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
