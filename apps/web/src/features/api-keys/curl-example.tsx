import { apiKeyPrefix, apiPath } from '@linkshelf/contract'
import { Anchor, Text } from '@mantine/core'
import classes from './curl-example.module.css'

/** A first call to try, and where all calls are described. */
export function CurlExample() {
  return (
    <div className={classes.example}>
      <code className={classes.line}>
        curl -H "Authorization: Bearer {apiKeyPrefix}…" {window.location.origin}
        {apiPath}/organizations
      </code>
      <Text size="sm" c="dimmed">
        Every call is described in the{' '}
        <Anchor href={`${apiPath}/docs`} inherit td="underline">
          API reference
        </Anchor>
        .
      </Text>
    </div>
  )
}
