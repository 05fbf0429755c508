import { render } from 'preact';
import { watchConnection } from './api/connection-state.ts';
import { consoleApi } from './api/console-api.ts';
import { App } from './app.tsx';
import { takeEntryToken } from './entry-token.ts';
import { loadSession, watchSession } from './session-state.ts';

takeEntryToken();
watchConnection(consoleApi.readSession);
watchSession();
void loadSession();
render(<App />, document.getElementById('app') as HTMLElement);
