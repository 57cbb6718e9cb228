/**
 * Returns the value of a metric of the process that serves metrics on this port. `name` includes the labels, for
 * example `linkshelf_clicks_total{outcome="lost"}`.
 */
export async function readMetric(port: number, name: string): Promise<number> {
  const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n')
  const line = lines.find((each) => each.startsWith(`${name} `))
  if (line === undefined) throw new Error(`Port ${port} has no metric ${name}`)
  return Number(line.slice(name.length))
}
