// Real User-Agents, collected from public bug reports and the lists of other projects, with the expected
// device, browser and system.
import { readFileSync } from 'node:fs'

/** Returns the lines of the file, except comments (`# `) and empty lines. */
function readLines(file: string): string[] {
  const text = readFileSync(new URL(`./user-agents/${file}.txt`, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
}

type PersonAgent = readonly [device: string, browser: string, system: string, userAgent: string]

function readPeople(file: string): PersonAgent[] {
  return readLines(file).map((line) => {
    const [device = '', browser = '', system = '', ...userAgent] = line.split('|')
    return [device.trim(), browser.trim(), system.trim(), userAgent.join('|').trim()]
  })
}

export const people: readonly PersonAgent[] = ['phones', 'in-app', 'tablets', 'desktops', 'screens'].flatMap(readPeople)

export const bots: readonly string[] = ['crawlers', 'previews', 'programs'].flatMap(readLines)

export const mailScanners: readonly string[] = readLines('mail-scanners')
