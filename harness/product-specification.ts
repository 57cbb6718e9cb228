import { readFileSync } from 'node:fs'

const document = readFileSync(new URL('../docs/product-specification.md', import.meta.url), 'utf8')

/** Returns the entries below a `## heading` of docs/product-specification.md. */
export function listSpecified(heading: 'Texts' | 'Routes' | 'Pages' | 'Calls' | 'Fields'): string[] {
  const section = document.split('\n## ').find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const lines = section.replaceAll('\n  ', ' ').split('\n')
  return lines.flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
}
