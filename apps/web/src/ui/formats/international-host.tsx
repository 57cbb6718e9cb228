import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './address.module.css'
import { mixesScripts, readableHost } from './host-name.ts'

/** A host in Unicode, with its Punycode on hover, and a warning when it mixes scripts. */
export function InternationalHost({ host }: { host: string }) {
  const readable = readableHost(host)
  const warning = `Mixes letters of several scripts: ${host}`
  return (
    <>
      <span title={host}>{readable}</span>
      {mixesScripts(readable) && (
        <span className={classes.warning} title={warning}>
          <IconAlertTriangle size="1em" role="img" aria-label={warning} />
        </span>
      )}
    </>
  )
}
