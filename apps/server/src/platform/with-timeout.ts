/**
 * Returns the result of `work`, or rejects after `ms`. The work itself continues. A result that has arrived by then is
 * returned, even if the process was too busy to read it in time.
 */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // When a process was paused, its timers run before data that has arrived is read. `setImmediate` lets the data be
  // read first.
  const timer = setTimeout(() => setImmediate(() => reject(new Error(`No answer within ${ms} ms`))), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
