// Builds with Buildah, and runs a container with the programs of util-linux. This is for root on a machine where no
// container engine can run. mmdebstrap makes the base image, because such a machine often reaches no image registry.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attempt, buildSecrets, type Container, type ContainerEngine, type ContainerOptions, run } from './container-engine.ts'

const image = 'linkshelf'
const debian = 'trixie'

/**
 * Enters the root file system like a container: read-only except for the volume and /tmp, with its own process ids, and
 * without capabilities. Its first arguments are the root, the volume and the `user:group`.
 */
const enter = `set -e
root=$1 volume=$2 uid=\${3%:*} gid=\${3#*:}; shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mount -o remount,bind,ro "$root"
exec env --chdir="$root" chroot "$root" setpriv --reuid="$uid" --regid="$gid" --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all "$@"`

/** The parts of the image's configuration that a container needs. */
interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
}

export function openBuildahEngine(): ContainerEngine {
  const folder = mkdtempSync(join(tmpdir(), 'linkshelf-image-'))
  const buildah = ['buildah', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  let root = ''

  return {
    async build() {
      const base = makeBase(buildah, folder)
      const options = ['--isolation', 'chroot', '--layers=false', '--format', 'docker', '--build-arg', `BASE=localhost/${base}`]
      run([...buildah, 'bud', ...options, ...buildSecrets(process.env), '--file', 'Containerfile', '--tag', image, '.'])
      root = run([...buildah, 'mount', run([...buildah, 'from', image])])
      return Number(run(['du', '--summarize', '--block-size=1', root]).split('\t')[0])
    },
    async start(options) {
      const config: ImageConfig = JSON.parse(run([...buildah, 'inspect', '--type', 'image', image])).Docker.config
      return startContainer(root, join(folder, 'volumes'), config, options)
    },
    async close() {
      run(['rm', '-rf', folder])
    },
  }
}

function makeBase(buildah: readonly string[], folder: string): string {
  const archive = join(folder, 'base.tar')
  run(['mmdebstrap', '--quiet', '--variant=minbase', debian, archive])
  const container = run([...buildah, 'from', 'scratch'])
  run([...buildah, 'add', '--quiet', container, archive, '/'])
  run([...buildah, 'commit', '--quiet', '--rm', container, 'linkshelf-base'])
  rmSync(archive)
  return 'linkshelf-base'
}

function startContainer(root: string, volumes: string, config: ImageConfig, { user, volume, environment }: ContainerOptions): Container {
  const folder = join(volumes, volume)
  mkdirSync(folder, { recursive: true })
  // A new volume has the mode of the image's directory.
  chmodSync(folder, 0o1777)
  const settings = [...config.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)]
  const who = user ?? config.User
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork']
  const command = ['env', '--ignore-environment', ...settings, ...config.Entrypoint, ...config.Cmd]
  const child = spawn('unshare', [...namespaces, 'sh', '-c', enter, 'sh', root, folder, who, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'exit')

  /**
   * Returns the container's first process id as seen from outside the container. Undefined if the process does not run.
   */
  function firstProcess(): number | undefined {
    try {
      return Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()) || undefined
    } catch {
      return undefined
    }
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const pid = firstProcess()
    if (pid !== undefined) process.kill(pid, signal)
    await ended
    return child.exitCode
  }

  return {
    execute(inside) {
      const pid = firstProcess()
      if (pid === undefined) return { code: null, output: 'The container does not run.' }
      const [uid, gid] = who.split(':')
      const asUser = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', 'env', '-i', ...settings]
      return attempt(['nsenter', `--target=${pid}`, '--mount', '--pid', '--root', '--wd', ...asUser, ...inside])
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => output,
  }
}
