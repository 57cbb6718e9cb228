// User-Agents as they come in, collected from public bug reports and the lists of other projects, with what is to be read from them.
import { readFileSync } from 'node:fs'

/** A comment begins with `# `; an empty line says nothing. */
function linesOf(file: string): string[] {
  const text = readFileSync(new URL(`./user-agents/${file}.txt`, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
}

type Person = readonly [device: string, browser: string, system: string, userAgent: string]

function peopleOf(file: string): Person[] {
  return linesOf(file).map((line) => {
    const [device = '', browser = '', system = '', ...userAgent] = line.split('|')
    return [device.trim(), browser.trim(), system.trim(), userAgent.join('|').trim()]
  })
}

/** Device, browser, system, User-Agent. */
export const people: readonly Person[] = ['phones', 'in-app', 'tablets', 'desktops', 'screens'].flatMap(peopleOf)

export const bots: readonly string[] = ['crawlers', 'previews', 'programs'].flatMap(linesOf)

export const mailScanners: readonly string[] = linesOf('mail-scanners')
