/**
 * Runs a curl command without curl and without a shell, because some machines lack them. Throws if the command has an
 * option that the API reference does not use.
 */
export async function runCurl(command: string, variables: Record<string, string>, files: Record<string, File> = {}): Promise<Response> {
  const [program, ...words] = splitShellWords(command, variables)
  if (program !== 'curl') throw new Error(`Not a curl command: ${command}`)
  const headers = new Headers()
  const form = new FormData()
  let [url, method, body] = ['', '', undefined as string | undefined]
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const value = () => words[++at] ?? ''
    if (word === '-N') continue
    else if (word === '-X') method = value()
    else if (word === '-d') body = value()
    else if (word === '-o') value()
    else if (word === '-H') headers.append(...parseHeader(value()))
    else if (word === '-F') form.append(...parseFormField(value(), files))
    else if (word.startsWith('-') || url !== '') throw new Error(`Not an option of the API reference: ${word}`)
    else url = word
  }
  const sent = [...form].length > 0 ? form : body
  return fetch(url, { method: method || (sent === undefined ? 'GET' : 'POST'), headers, ...(sent !== undefined && { body: sent }) })
}

function parseHeader(line: string): [string, string] {
  const [name = '', ...rest] = line.split(':')
  return [name, rest.join(':').trim()]
}

function parseFormField(part: string, files: Record<string, File>): [string, File] {
  const [, field = '', name = ''] = /^(\w+)=@(.+)$/.exec(part) ?? []
  const file = files[name]
  if (file === undefined) throw new Error(`There is no file for ${part}`)
  return [field, file]
}

/**
 * Splits a command into words as a POSIX shell does. Supports quotes, continued lines and variables. Throws if a
 * variable is not defined or a quote is not closed.
 */
export function splitShellWords(command: string, variables: Record<string, string>): string[] {
  const parts = /(?<space>\s+)|\\\n|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<plain>[^\s'"\\]+)/gy
  const words: string[] = []
  let word: string | undefined
  let end = 0
  for (const { 0: text, index, groups = {} } of command.matchAll(parts)) {
    end = index + text.length
    if (groups.space !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (text !== '\\\n') {
      const doubled = groups.double === undefined ? undefined : expand(groups.double).replace(/\\(["\\$`])/g, '$1')
      word = `${word ?? ''}${groups.single ?? doubled ?? groups.escaped ?? expand(groups.plain ?? '')}`
    }
  }
  if (end !== command.length) throw new Error(`A quote is not closed: ${command.slice(end)}`)
  return word === undefined ? words : [...words, word]

  function expand(text: string): string {
    return text.replace(/\$(\w+)/g, (_whole, name: string) => {
      const value = variables[name]
      if (value === undefined) throw new Error(`There is no variable ${name}`)
      return value
    })
  }
}
