"""What NeMo Gym's servers import of it, without its installation: records, and nothing else."""
import sys
import types


class Record:
    """A request, a response or a server: fields by name."""

    def __init__(self, **fields):
        self.__dict__.update(fields)

    def model_dump(self):
        return dict(self.__dict__)


def install():
    names = {
        'nemo_gym': (),
        'nemo_gym.base_resources_server': (
            'BaseResourcesServerConfig', 'BaseRunRequest', 'BaseVerifyRequest', 'BaseVerifyResponse',
            'SimpleResourcesServer'),
        'nemo_gym.reward_profile': (
            'compute_pass_majority_metrics', 'compute_subset_metrics', 'highest_k_metrics'),
        'nemo_gym.server_utils': ('ServerClient',),
    }
    for name, members in names.items():
        sys.modules[name] = module = types.ModuleType(name)
        for member in members:
            setattr(module, member, Record)
