import '@fontsource-variable/inter/index.css'
import './ui/mantine-styles.ts'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { followOtherTabs, onSessionEnd } from './features/identity/session.ts'
import { forgetSelection } from './features/organizations/remembered-selection.ts'
import { makeQueryClient } from './query-client.ts'
import { tellUnhandledRejections } from './unhandled-rejections.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')

const queryClient = makeQueryClient()
followOtherTabs()
tellUnhandledRejections()
onSessionEnd(() => {
  queryClient.clear()
  forgetSelection()
})

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>,
)
