import { render } from 'preact';

render(<main id="content">Rollbook</main>, document.getElementById('app') as HTMLElement);
