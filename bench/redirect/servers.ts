import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts'
import { waitUntilReady } from '../../apps/server/src/platform/process/process-messages.ts'

export interface Server {
  name: string
  pid: number
  port: number
  /** Sends SIGTERM, and waits until the process has ended. */
  stop(): Promise<void>
}

export interface Edge extends Server {
  metricsPort: number
}

const serverCore = '0'
const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const nodeRedirect = fileURLToPath(new URL('node-redirect.ts', import.meta.url))

export async function startNginx(name: string, folder: string, accessLog: 'on' | 'off'): Promise<Server> {
  const own = join(folder, `nginx-${accessLog}`)
  await mkdir(own)
  const port = await findFreePort()
  await writeFile(
    join(own, 'nginx.conf'),
    `daemon off; master_process off; pid ${own}/pid; error_log stderr;
     events { worker_connections 1024; }
     http {
       access_log ${accessLog === 'on' ? `${own}/access.log` : 'off'};
       ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${own}/${part};`).join(' ')}
       keepalive_requests 1000000000;
       server { listen 127.0.0.1:${port}; return 302 https://shop.example/lamp?tag=mia-20; }
     }`,
  )
  const child = spawn('taskset', ['-c', serverCore, 'nginx', '-p', own, '-c', join(own, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await waitUntilListening(port)
  return toServer(name, child, port)
}

export function startNodeRedirect(name: string): Promise<Server> {
  return startNode(name, [nodeRedirect], {})
}

/** Starts a real edge process, as in a fleet. Its journal is in `folder` and is not shipped. */
export async function startEdge(name: string, databaseUrl: string, folder: string, durability: 'process' | 'disk'): Promise<Edge> {
  const metricsPort = await findFreePort()
  const settings = { DATABASE_URL: databaseUrl, LINKSHELF_DATA: folder, LINKS_PORT: '0', HOST: '127.0.0.1', CLICK_DURABILITY: durability }
  const server = await startNode(name, [main, 'edge'], { ...settings, METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' })
  return { ...server, metricsPort }
}

async function startNode(name: string, nodeArguments: string[], settings: Record<string, string>): Promise<Server> {
  const child = spawn('taskset', ['-c', serverCore, process.execPath, ...nodeArguments], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const port = await Promise.race([waitUntilReady(child), once(child, 'exit')])
  if (typeof port !== 'number') throw new Error(`${name} did not report its port`)
  return toServer(name, child, port)
}

function toServer(name: string, child: ChildProcess, port: number): Server {
  // Stops the server if the bench is stopped.
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  return {
    name,
    pid: child.pid ?? Number.NaN,
    port,
    async stop() {
      process.off('exit', end)
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      end()
      await gone
    },
  }
}

async function waitUntilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close').then(() => false)]).catch(
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  throw new Error(`Port ${port} is closed`)
}
