import { attempt, buildSecrets, type Container, type ContainerEngine, type ContainerOptions, run } from './container-engine.ts'

const image = 'linkshelf'

/** Opens an engine that uses Docker, or Podman, which accepts the same arguments. */
export function openDockerEngine(program: 'docker' | 'podman'): ContainerEngine {
  const containers: string[] = []
  const volumes = new Set<string>()
  return {
    async build() {
      // Podman's own image format has no health check, so the image uses Docker's format.
      const format = program === 'podman' ? ['--format', 'docker'] : []
      run([program, 'build', '--file', 'Containerfile', '--tag', image, ...format, ...buildSecrets(process.env), '.'])
      return Number(run([program, 'image', 'inspect', '--format', '{{.Size}}', image]))
    },
    async start(options) {
      volumes.add(options.volume)
      const id = run([program, 'run', '--detach', ...runArguments(options), image])
      containers.push(id)
      return openContainer(program, id)
    },
    async close() {
      if (containers.length > 0) run([program, 'rm', '--force', ...containers])
      if (volumes.size > 0) run([program, 'volume', 'rm', ...volumes])
    },
  }
}

/** Returns the arguments for `docker run` or `podman run`, with the restrictions in compose.yaml. */
function runArguments({ user, volume, environment }: ContainerOptions): string[] {
  return [
    ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--volume', `${volume}:/data`],
    ...(user === undefined ? [] : ['--user', user]),
    ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...Object.values(environment).flatMap((port) => ['--publish', `127.0.0.1:${port}:${port}`]),
  ]
}

function openContainer(program: string, id: string): Container {
  const inspectState = (field: string) => run([program, 'inspect', '--format', `{{.State.${field}}}`, id])
  return {
    execute: (command) => attempt([program, 'exec', id, ...command]),
    async kill() {
      run([program, 'kill', id])
      run([program, 'wait', id])
    },
    async stop() {
      run([program, 'stop', '--time', '60', id])
      return Number(inspectState('ExitCode'))
    },
    hasEnded: () => inspectState('Running') !== 'true',
    output: () => attempt([program, 'logs', id]).output,
  }
}
