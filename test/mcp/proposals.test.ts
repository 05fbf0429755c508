import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUpPlayer } from '../console/console-browser.ts';
import { useSharedService } from '../use-service.ts';
import { GENERATIONS, McpClient } from './mcp-client.ts';

const service = await useSharedService();

for (const generation of GENERATIONS)
  test(`a key that may propose has one tool, which takes names and writes nothing (${generation})`, async () => {
    const { browser } = await signUpPlayer(service);
    const terms = { name: 'agent', permission: 'write', areas: ['roster:propose'], days: 1 };
    const { apiKey } = await browser.ok('POST', '/keys', terms);
    const mcp = await McpClient.overHttp(service, apiKey, { generation });
    assert.deepEqual(await mcp.toolNames(), ['propose_changes']);
    const students = [
      { studentUid: '시로코', level: 90 },
      { studentUid: 'nobody', level: 1 },
    ];
    const { proposal, failed } = await mcp.ok('propose_changes', { students, note: 'from the chat' });
    assert.deepEqual([proposal.status, proposal.students, proposal.note], ['open', 1, 'from the chat']);
    assert.equal(failed[0].studentUid, 'nobody');
    const { code, message } = await mcp.error('save_students', { students: students.slice(0, 1) });
    assert.equal(code, 'forbidden');
    assert.match(message, /roster:write.*Call propose_changes\./);
    const { proposals } = await browser.ok('GET', '/proposals');
    assert.equal(proposals[0].id, proposal.id);
    assert.deepEqual((await browser.ok('GET', '/me/students')).students, []);
  });
