import { apiKeyPrefix, apiPath } from '@linkshelf/contract'
import { Anchor } from '@mantine/core'
import classes from './curl-example.module.css'

/** A first call to try, and a link to the reference of all calls. */
export function CurlExample() {
  return (
    <div className={classes.example}>
      <code className={classes.line}>
        curl -H "Authorization: Bearer {apiKeyPrefix}…" {window.location.origin}
        {apiPath}/organizations
      </code>
      <Anchor href={`${apiPath}/docs`} size="sm" className={classes.reference}>
        Every call is in the API reference
      </Anchor>
    </div>
  )
}
