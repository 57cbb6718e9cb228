import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface MessageProxy extends AsyncDisposable {
  port: number
}

/**
 * Opens a proxy of a PostgreSQL server. `onStatement` is called for each simple query and each parsed statement, in the
 * order in which they arrive, before the server receives it. If it returns false, the server receives neither this
 * message nor any later one.
 */
export async function openMessageProxy(serverPort: number, onStatement: () => boolean): Promise<MessageProxy> {
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    upstream.pipe(client)
    const reader = createMessageReader()
    client.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of reader(chunk)) {
        if (isOpen && (type === 'Q' || type === 'P')) isOpen = onStatement()
        if (isOpen) upstream.write(bytes)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Returns a function that splits the bytes of a client into messages. The first message has no type:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function createMessageReader(): (chunk: Buffer) => { type: string; bytes: Buffer }[] {
  let pending: Buffer = Buffer.alloc(0)
  let isStarted = false
  return (chunk) => {
    pending = Buffer.concat([pending, chunk])
    const messages: { type: string; bytes: Buffer }[] = []
    for (;;) {
      const typeBytes = isStarted ? 1 : 0
      if (pending.length < typeBytes + 4) return messages
      const length = typeBytes + pending.readInt32BE(typeBytes)
      if (pending.length < length) return messages
      messages.push({ type: isStarted ? pending.toString('latin1', 0, 1) : 'start', bytes: pending.subarray(0, length) })
      pending = pending.subarray(length)
      isStarted = true
    }
  }
}
