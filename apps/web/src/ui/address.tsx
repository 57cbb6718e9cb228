import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './address.module.css'
import { mixesScripts, readableHost } from './host-name.ts'

/** An address as text, without its scheme and without a trailing slash. A host that mixes scripts stays in Punycode, as browsers show it. */
export function withoutScheme(address: string): string {
  const { start, host, rest } = splitAddress(address)
  const readable = readableHost(host)
  return `${start}${mixesScripts(readable) ? host : readable}${rest}`
}

/** An address without its scheme. The host is readable; its Punycode is shown on hover, and a warning beside it when it mixes scripts. */
export function Address({ href }: { href: string }) {
  const { start, host, rest } = splitAddress(href)
  const readable = readableHost(host)
  if (readable === host) return `${start}${host}${rest}`

  return (
    <>
      {start}
      <span title={host}>{readable}</span>
      {mixesScripts(readable) && (
        <span className={classes.warning} title={`Mixes letters of several scripts: ${host}`}>
          <IconAlertTriangle size="1em" role="img" aria-label={`Mixes letters of several scripts: ${host}`} />
        </span>
      )}
      {rest}
    </>
  )
}

/** `start` is a user and a password, which destinations cannot have. */
function splitAddress(address: string): { start: string; host: string; rest: string } {
  const [, start = '', host = '', rest = ''] = /^(?:https?:\/\/)?([^/?#@]*@)?([^/?#:]*)(.*)$/s.exec(address) ?? []
  return { start, host, rest: rest.replace(/\/$/, '') }
}
