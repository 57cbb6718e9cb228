// A process that parses foreign files, one after the other. It loads the module that a message names, and sends the
// batches that the module's parser yields. It requests each chunk of the file, and waits after each batch until the
// next batch is requested. So neither side has more than one chunk and one batch in memory.
import type { FromParser, ParserModule, ToParser } from './parser-messages.ts'

/**
 * Callbacks of a waiting parser: `chunk` receives the next chunk of the file, and `next` receives the request for the
 * next batch.
 */
const waiting: { chunk?: (message: ToParser) => void; next?: (message: ToParser) => void } = {}

process.on('message', (message: ToParser) => {
  if (message.kind === 'start') void run(message)
  else if (message.kind === 'next') waiting.next?.(message)
  else waiting.chunk?.(message)
})
process.on('disconnect', () => process.exit())
// A signal to the whole process group is meant for the parent, which ends this process itself. So this process ignores
// the signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

async function run({ url, settings }: Extract<ToParser, { kind: 'start' }>): Promise<void> {
  let parser: ParserModule<unknown, unknown>
  try {
    const module: { parser: typeof parser } = await import(url)
    parser = module.parser
  } catch (error) {
    return send({ kind: 'broken', error: describe(error) })
  }
  try {
    for await (const batch of parser.parse(readInput(), settings)) await exchange('next', { kind: 'batch', batch })
    send({ kind: 'done' })
  } catch (error) {
    send({ kind: 'failed', error: describe(error) })
  }
}

async function* readInput(): AsyncGenerator<Buffer> {
  for (;;) {
    const message = await exchange('chunk', { kind: 'read' })
    if (message.kind !== 'chunk') return
    yield Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength)
  }
}

function exchange(answer: keyof typeof waiting, message: FromParser): Promise<ToParser> {
  return new Promise((resolve) => {
    waiting[answer] = resolve
    send(message)
  })
}

function send(message: FromParser): void {
  process.send?.(message)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
