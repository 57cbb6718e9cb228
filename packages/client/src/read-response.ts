/** JSON as its value, a stream of events as an async iterator of their data, a file as a Blob, and no body as undefined. */
export async function readResponse(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return response.json()
  return type.startsWith('text/event-stream') && response.body ? readEvents(response.body) : response.blob()
}

/** The data of server-sent events (WHATWG HTML, 9.2), which the API sends as JSON. Comments, which keep the connection open, are skipped. */
async function* readEvents(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<unknown, void, undefined> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const events = (unread + value).split(/\r?\n\r?\n/)
      unread = events.pop() ?? ''
      for (const event of events) {
        const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
        if (data.length > 0) yield JSON.parse(data.join('\n'))
      }
    }
  } finally {
    await reader.cancel()
  }
}
