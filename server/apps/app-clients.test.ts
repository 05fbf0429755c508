import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClient } from './app-clients.ts';

const page = (name: string) => ({ kind: 'page', name, claimedName: null });
const LOCAL = { kind: 'local', name: null, claimedName: null };

for (const [clientId, redirectUri, client] of [
  ['https://planner.example/app/', 'https://planner.example/app/', page('planner.example')],
  ['https://planner.example:8443/', 'https://planner.example:8443/', page('planner.example:8443')],
  ['https://xn--plnner-bua.example/', 'https://xn--plnner-bua.example/', page('xn--plnner-bua.example')],
  ['https://planner.example/@arona/', 'https://planner.example/@arona/', page('planner.example')],
  [
    'https://chatgpt.com/oauth/client.json',
    'https://chatgpt.com/connector_platform_oauth_redirect',
    page('chatgpt.com'),
  ],
  [
    'https://editor.example/client.json',
    'http://127.0.0.1:33418',
    { ...LOCAL, claimedName: 'editor.example' },
  ],
  ['http://localhost:5173/', 'http://localhost:5173/', LOCAL],
  ['rollbook-cli', 'http://[::1]:9/callback', LOCAL],
  ['rollbook-cli', 'https://planner.example/', undefined],
  ['club-bot', 'http://127.0.0.1:1/', undefined],
  ['https://planner.example/app/', 'https://planner.example/app/?next=1', undefined],
  ['https://planner.example/', 'http://127.0.0.1.evil.example/', undefined],
  ['https://planner.example/', 'http://127.1/', undefined],
  ['https://planner.example/', 'http://0.0.0.0:1/', undefined],
] as const)
  test(`${clientId} that goes back to ${redirectUri} is ${client?.name ?? client?.kind ?? 'refused'}`, () =>
    assert.deepEqual(findClient(clientId, redirectUri), client));
