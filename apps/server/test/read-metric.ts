/**
 * A figure of the metrics that a process serves on this port, by its name and labels:
 * `linkshelf_clicks_total{outcome="lost"}`.
 */
export async function readMetric(port: number, name: string): Promise<number> {
  const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n')
  const line = lines.find((each) => each.startsWith(`${name} `))
  if (line === undefined) throw new Error(`Port ${port} has no metric ${name}`)
  return Number(line.slice(name.length))
}
