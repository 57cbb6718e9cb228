/**
 * Reads the body of a response. JSON is returned as its value, and a stream of events as an async iterator of their
 * data. A file is returned as a Blob, or as a File if the server names it. If there is no body, undefined is returned.
 */
export async function readResponse(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return response.json()
  if (type.startsWith('text/event-stream') && response.body) return readEvents(response.body)
  const blob = await response.blob()
  const name = parseFileName(response.headers.get('content-disposition') ?? '')
  return name === undefined ? blob : new File([blob], name, { type: blob.type })
}

/** Returns the file name in a Content-Disposition header (RFC 6266). */
function parseFileName(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  return encoded === undefined ? /filename="([^"]*)"/i.exec(disposition)?.[1] : decodeURIComponent(encoded)
}

/**
 * Reads the data of server-sent events (WHATWG HTML, 9.2), which the API sends as JSON. Comments, which only keep the
 * connection open, are skipped. Throws an error if the server ends the stream with an error.
 */
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
        const lines = event.split(/\r?\n/)
        if (lines.includes('event: error')) throw new Error('The server ended the stream with an error')
        const data = lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
        if (data.length > 0) yield JSON.parse(data.join('\n'))
      }
    }
  } finally {
    await reader.cancel()
  }
}
