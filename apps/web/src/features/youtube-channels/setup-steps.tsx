import { Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import classes from './channel.module.css'

/** Lists the steps of the operator before anything of YouTube can be read. */
export function SetupCard({ redirectUrl }: { redirectUrl: string }) {
  return (
    <Card aria-label="Set up Google" role="region">
      <div className={classes.setup}>
        <Title order={3}>This instance has no Google project yet</Title>
        <p>Descriptions are read and changed through a Google project of this instance. Its operator sets it up once:</p>
        <ol>
          <li>
            In the Google Cloud console, create a project and enable <strong>YouTube Data API v3</strong> for it.
          </li>
          <li>
            Create an API key, and start this instance with it as <code>YOUTUBE_API_KEY</code>. Descriptions can be read with it.
          </li>
          <ClientStep redirectUrl={redirectUrl} />
        </ol>
      </div>
    </Card>
  )
}

/** Lists the missing steps before descriptions can be changed. */
export function ClientSteps({ redirectUrl }: { redirectUrl: string }) {
  return (
    <div className={classes.setup}>
      <p>
        Descriptions can be read, and not changed yet: this instance has no OAuth client of Google. Its operator adds one to the project of
        the API key:
      </p>
      <ol>
        <ClientStep redirectUrl={redirectUrl} />
      </ol>
    </div>
  )
}

function ClientStep({ redirectUrl }: { redirectUrl: string }) {
  return (
    <li>
      Create an OAuth client of the type <strong>Web application</strong> with the redirect URI <code>{redirectUrl}</code>, and start this
      instance with it as <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code>. Descriptions can be changed with it.
    </li>
  )
}
